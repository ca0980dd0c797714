import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceOf } from '../../handlers/choices.ts'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { type Exchange, idIn, isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { Model } from './model.ts'

/** What a status cannot show: the body must be compared, and a sequence keeps too little of it. */
const shownByBody = /\.body$|^text\.kept$/

/**
 * The answer to a choice with which our own handlers do what the provider did with a request, found by trying each; undefined where
 * none does.
 */
export async function answerThatFollows(
  choice: ChoiceId,
  { request, reply }: Exchange,
  profile: Profile,
): Promise<unknown> {
  if (shownByBody.test(choice)) return undefined
  const id = idIn(request.path)
  const isThere = id !== undefined && !choice.endsWith('.missing')
  const post = { title: 'A title', content: 'A content' }
  for (const answer of [...choiceOf(choice).answers, reply.status]) {
    const model = modelWith({ ...profile, [choice]: answer })
    await model?.align(isThere ? [{ id, ...post }] : [])
    const followed = await model?.answer(request)
    if (followed && isAlike(followed, reply)) return answer
  }
  return undefined
}

/** Not every status is an answer to every choice. */
function modelWith(profile: Profile): Model | undefined {
  try {
    return new Model(profile)
  } catch (error) {
    if (isUnderstudyError(error)) return undefined
    throw error
  }
}

function isAlike(one: ReceivedReply, other: ReceivedReply): boolean {
  return isSuccess(one) === isSuccess(other) && one.status === other.status
}
