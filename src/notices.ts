import type { AnswerTo, ChoiceId } from './choices.ts'
import { idNotices } from './notices/id-notices.ts'
import { inputNotices } from './notices/input-notices.ts'
import type { Notice } from './notices/notice.ts'
import { replyNotices } from './notices/reply-notices.ts'
import { writeNotices } from './notices/write-notices.ts'

/** What a client notices of each choice, by id. */
export const notices: { readonly [Id in ChoiceId]: Notice<AnswerTo<Id>> } = {
  ...writeNotices,
  ...inputNotices,
  ...idNotices,
  ...replyNotices,
}
