import type { IdAssignment, idChoices } from '../../handlers/choices/id-choices.ts'
import type { AnswerTo } from '../../handlers/choices.ts'
import { firstId } from '../../handlers/store/ids.ts'
import { type Notice, wordsFor } from './notice.ts'

type Notices = { readonly [Id in keyof typeof idChoices]: Notice<AnswerTo<Id>> }

const reuseWords = wordsFor<AnswerTo<'id.reuse'>>({
  never: 'never given out again',
  'highest-plus-one': 'given out again where it follows the highest',
  'lowest-free': 'given out again where it is the lowest that is free',
})

/** What a client notices of ids. */
export const idNotices: Notices = {
  'id.assignment': {
    subject: 'New posts',
    verb: 'get',
    says: (assignment) =>
      assignment === 'unordered' ? 'ids without order' : `ids from ${firstId(assignment)} upwards`,
    advice: assignmentAdvice,
  },
  'id.reuse': {
    subject: 'The id of a deleted post',
    verb: 'is',
    says: (answer, profile) => reuseWords(profile['id.assignment'] === 'unordered' ? 'never' : answer),
    advice: (answer, profile) =>
      answer === 'never' || profile['id.assignment'] === 'unordered'
        ? 'an old link leads nowhere, for good'
        : 'an old link may lead to another post, so forget what is kept under the id',
  },
  'id.malformed': {
    subject: 'An id in the path that is no integer',
    verb: 'is answered with',
    says: String,
    advice: (status) =>
      status === 404 ? 'it looks like a post that is missing' : `take ${status} for a link that is wrong`,
  },
  'id.out-of-range': {
    subject: 'An id in the path beyond int64',
    verb: 'is answered like',
    says: wordsFor({ missing: 'one that no post has', malformed: 'one that is no integer' }),
    advice: () => undefined,
  },
}

function assignmentAdvice(assignment: IdAssignment): string | undefined {
  if (assignment === 'unordered') return 'the highest id is not that of the latest post'
  const first = firstId(assignment)
  if (first > Number.MAX_SAFE_INTEGER)
    return 'read ids without rounding: a JavaScript number cannot hold them'
  return first > 0 ? undefined : 'do not take an id of 0 or less for none'
}
