import {
  answersOtherThan,
  completeProfile,
  type PartialProfile,
  type Profile,
} from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { RecordedExchange } from './recording.ts'
import { profileOf, replyUnder } from './shaping.ts'

/** The most requests that are answered again. */
const mostRequests = 50

/**
 * The fewest answers of a profile with which all of some requests get the same replies. All that differ from the default, if
 * there are too many requests.
 */
export async function neededAnswers(
  exchanges: readonly RecordedExchange[],
  profile: Profile,
): Promise<PartialProfile> {
  const all = answersOtherThan(completeProfile(), profile)
  if (exchanges.length > mostRequests) return all
  const replies = await Promise.all(exchanges.map((exchange) => replyUnder(exchange, profile)))
  const isEnough = async (answers: PartialProfile) => {
    const fewer = profileOf(answers)
    if (!fewer) return false
    for (const [index, exchange] of exchanges.entries())
      if ((await replyUnder(exchange, fewer)) !== replies[index]) return false
    return true
  }
  let needed = all
  const choices = Object.keys(all) as ChoiceId[]
  // Twice: a status is needed while a body needs it.
  for (const choice of [...choices, ...choices]) {
    const { [choice]: _without, ...others } = needed
    // The body of an injected error is that of other errors.
    const isOfFault = choice === 'error.body' && exchanges.some(({ entry }) => entry.fault)
    if (choice in needed && !isOfFault && (await isEnough(others))) needed = others
  }
  return needed
}
