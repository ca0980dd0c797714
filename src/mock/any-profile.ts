import { fewest } from '../../contracts/client/fewest.ts'
import { answerAgain } from '../../contracts/client/replay.ts'
import { textOf } from '../../contracts/client/shaping.ts'
import {
  answersOtherThan,
  completeProfile,
  type PartialProfile,
  type Profile,
} from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { randomFrom } from '../../handlers/model/random.ts'
import { World, type WorldSettings } from '../../handlers/world/world.ts'

/** These keep their defaults: other answers refuse or delay requests, whatever the client does. */
const neverDrawn: readonly ChoiceId[] = ['access.credentials', 'cors.origins', 'limit.requests', 'limit.time']

type Settings = Omit<WorldSettings, 'profile'>

const drawnWorlds = new WeakMap<World, Settings>()
const announced = new Set<number>()

/**
 * Creates a world under a drawn profile.
 * @param test the name of its test: each test has other answers, and the same again. Without it the answers are printed.
 */
export function createDrawnWorld(settings: Settings, test: string | undefined): World {
  const { seed = 1 } = settings
  const profile = drawProfile(seed, test ?? '')
  const world = new World({ ...settings, profile })
  drawnWorlds.set(world, settings)
  if (test === undefined && !announced.has(seed)) {
    announced.add(seed)
    console.warn(`[posts-understudy] ${repeatText(seed, answersOtherThan(completeProfile(), profile))}`)
  }
  return world
}

function drawProfile(seed: number, test: string): Profile {
  const answers: Record<string, unknown> = {}
  for (const id of choiceIds.filter((each) => !neverDrawn.includes(each))) {
    const listed = choices[id].answers
    answers[id] = listed[Math.floor(randomFrom(seed, test, id)() * listed.length)]
  }
  return completeProfile(answers as PartialProfile)
}

/** For the report of a failed test: the option that repeats what it met; undefined where no answers were drawn. */
export async function toRepeat(world: World): Promise<string | undefined> {
  const drawn = await drawnAnswers(world)
  return drawn && repeatText(world.seed, drawn)
}

function repeatText(seed: number, answers: PartialProfile): string {
  if (Object.keys(answers).length === 0) return `No answer drawn with seed ${seed} changed a reply.`
  return `Seed ${seed} drew answers. To repeat them: profile: ${stringifyJson(answers)}`
}

/**
 * The fewest drawn answers with which a world's requests get the same replies again; undefined if none were drawn. All that
 * differ from the default, where the requests do not repeat the replies: a test may change posts or answers itself.
 */
export async function drawnAnswers(world: World): Promise<PartialProfile | undefined> {
  const { options, journal } = world
  const settings = drawnWorlds.get(world)
  if (!settings) return undefined
  const all = answersOtherThan(completeProfile(), options.profile)
  const repliesUnder = async (profile: Profile) => {
    const again = new World({ ...settings, profile, latency: 0, now: () => 0, onWarning() {} })
    const replies: PlainReply[] = []
    for (const entry of journal.requests) replies.push(await answerAgain(entry, again))
    return replies
  }
  const replies = await repliesUnder(options.profile)
  if (journal.requests.some(({ status }, at) => status !== replies[at]?.status)) return all
  const text = replies.map(textOf).join()
  const needed = await fewest(Object.entries(all), async (some) => {
    const fewer = completeProfile(Object.fromEntries(some))
    return (await repliesUnder(fewer)).map(textOf).join() === text
  })
  return Object.fromEntries(needed)
}
