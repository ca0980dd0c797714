import type { AnswerTo, ChoiceId } from '../handlers/choices.ts'
import { idNotices } from './impact/id-notices.ts'
import { inputNotices } from './impact/input-notices.ts'
import type { Notice } from './impact/notice.ts'
import { replyNotices } from './impact/reply-notices.ts'
import { writeNotices } from './impact/write-notices.ts'

/** What a client notices of each choice, by id. */
export const notices: { readonly [Id in ChoiceId]: Notice<AnswerTo<Id>> } = {
  ...writeNotices,
  ...inputNotices,
  ...idNotices,
  ...replyNotices,
}
