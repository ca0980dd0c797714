import { fewest } from '../../contracts/client/fewest.ts'
import type { RecordedExchange } from '../../contracts/client/recording.ts'
import { replyUnder } from '../../contracts/client/replay.ts'
import { profileOf, textOf } from '../../contracts/client/shaping.ts'
import { isBodiless } from '../../handlers/choices/kinds.ts'
import {
  answersOtherThan,
  completeProfile,
  type PartialProfile,
  type Profile,
  writes,
} from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { randomFrom } from '../../handlers/model/random.ts'
import { World, type WorldSettings } from '../../handlers/world/world.ts'

/** These keep their defaults: other answers refuse or delay requests, whatever the client does. */
const neverDrawn: readonly ChoiceId[] = ['access.credentials', 'cors.origins', 'limit.requests', 'limit.time']

const drawnWorlds = new WeakSet<World>()
const announced = new Set<number>()

/**
 * Creates a world under a drawn profile.
 * @param test the name of its test: each test has other answers, and the same again. Without it the answers are printed.
 */
export function createDrawnWorld(settings: Omit<WorldSettings, 'profile'>, test: string | undefined): World {
  const { seed = 1 } = settings
  const profile = drawProfile(seed, test ?? '')
  const world = new World({ ...settings, profile })
  drawnWorlds.add(world)
  if (test === undefined && !announced.has(seed))
    console.warn(`[posts-understudy] ${sentence(seed, answersOtherThan(completeProfile(), profile))}`)
  announced.add(seed)
  return world
}

/** Draws a listed answer to every choice. */
function drawProfile(seed: number, test: string): Profile {
  const answers: Record<string, unknown> = {}
  for (const id of choiceIds.filter((each) => !neverDrawn.includes(each))) {
    const listed = choices[id].answers
    answers[id] = listed[Math.floor(randomFrom(seed, test, id)() * listed.length)]
  }
  for (const operation of writes)
    if (isBodiless(answers[`${operation}.status`])) answers[`${operation}.body`] = 'none'
  return completeProfile(answers as PartialProfile)
}

/** For the report of a failed test: the option that repeats what it met; empty if no profile was drawn. */
export async function drawnText(world: World): Promise<string> {
  if (!drawnWorlds.has(world)) return ''
  const { options, journal } = world
  const { profile } = options
  const exchanges = journal.requests.map((entry, at, all): RecordedExchange => {
    const deleted = all.slice(0, at).some(({ operation }) => operation === 'delete')
    return { kind: 'exchange', own: {}, profile, ...(deleted && { deleted }), entry }
  })
  return sentence(options.seed, await neededAnswers(exchanges, profile))
}

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
  const repliesUnder = async (under: Profile) => {
    const replies = await Promise.all(exchanges.map((exchange) => replyUnder(exchange, under)))
    return replies.map(textOf).join('\n')
  }
  const replies = await repliesUnder(profile)
  const needed = await fewest(Object.entries(all), async (some) => {
    const fewer = profileOf(Object.fromEntries(some))
    return fewer !== undefined && (await repliesUnder(fewer)) === replies
  })
  return Object.fromEntries(needed)
}

function sentence(seed: number, answers: PartialProfile): string {
  if (Object.keys(answers).length === 0) return `No answer drawn with seed ${seed} changed a reply.`
  return `Seed ${seed} drew answers. To repeat them: profile: ${stringifyJson(answers)}`
}
