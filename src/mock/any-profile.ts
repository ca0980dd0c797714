import { neededAnswers } from '../../contracts/client/needed-answers.ts'
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
  let deleted = false
  const exchanges = journal.requests.map((entry) => {
    const before = deleted && { deleted }
    deleted ||= entry.operation === 'delete'
    return { kind: 'exchange', own: {}, profile: options.profile, ...before, entry } as const
  })
  return sentence(options.seed, await neededAnswers(exchanges, options.profile))
}

function sentence(seed: number, answers: PartialProfile): string {
  if (Object.keys(answers).length === 0) return `No answer drawn with seed ${seed} changed a reply.`
  return `Seed ${seed} drew answers. To repeat them: profile: ${stringifyJson(answers)}`
}
