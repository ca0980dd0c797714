import { profileVariable, type RecordedExchange } from '../../contracts/client/recording.ts'
import { isBodiless } from '../../handlers/choices/kinds.ts'
import { presets } from '../../handlers/choices/presets.ts'
import {
  answersOtherThan,
  completeProfile,
  type PartialProfile,
  type Profile,
  type ProfileOption,
  unknownIn,
  writes,
} from '../../handlers/choices/profile.ts'
import { choiceIds } from '../../handlers/choices.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { World, type WorldEnvironment, type WorldSettings } from '../../handlers/world/world.ts'
import { createDrawnWorld } from './any-profile.ts'
import { record, recordingFolder } from './recorder.ts'

/** The options of all mocks; all have defaults. */
export interface MockSettings extends Omit<WorldSettings, 'profile'> {
  /**
   * How to answer what the interface document leaves open: a preset, answers to some choices, or `any` for answers that are
   * drawn from the seed and the name of the test. Default the preset `default`.
   */
  readonly profile?: ProfileOption | Profile | 'any'
}

/**
 * Creates the world of a mock, under the profile of the environment and recorded, as the environment says.
 *
 * @param test the name of its test, where a fixture knows it.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`
 */
export function createWorld({ profile = 'default', ...others }: MockSettings, test?: string): World {
  const given = profileOfEnvironment()
  const isUnchanged = given === undefined && recordingFolder() === undefined
  if (isUnchanged)
    return profile === 'any' ? createDrawnWorld(others, test) : new World({ ...others, profile })
  // The command that sets the environment tries the answers itself.
  const option = profile === 'any' ? 'default' : profile
  // A complete profile, such as a calibrated one, states what it does not share with the default.
  const own = isComplete(option) ? answersOtherThan(usual, option) : option
  const world = new World({ ...others, profile: own }, environmentOf(given ?? 'default'))
  recordRequests(world, test)
  return world
}

const tests = new WeakMap<World, string>()
/** What is recorded of each profile that was completed here. */
const completed = new WeakMap<Profile, Pick<RecordedExchange, 'own' | 'profile'>>()
const usual = completeProfile()
let hasSaidSo = false

/** @throws UnderstudyError `PROFILE_INVALID` */
function profileOfEnvironment(): ProfileOption | undefined {
  const text = globalThis.process?.env?.[profileVariable]
  if (!text) return undefined
  const option = (text.trimStart().startsWith('{') ? jsonOf(text) : text) as ProfileOption
  const answers = answersOtherThan(usual, completeProfile(option, profileVariable))
  const list = Object.entries(answers).map(([choice, answer]) => `${choice} ${stringifyJson(answer)}`)
  if (!hasSaidSo && recordingFolder() === undefined)
    console.warn(
      `[posts-understudy] Profile from ${profileVariable}: ${list.join(', ') || 'the default answers'}.`,
    )
  hasSaidSo = true
  return option
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new UnderstudyError(
      'PROFILE_INVALID',
      `Failed to read ${profileVariable}: it is not JSON (${error instanceof Error ? error.message : error}). Give the name of a preset, or answers as JSON.`,
    )
  }
}

function environmentOf(given: ProfileOption): WorldEnvironment {
  const base = completeProfile(given)
  const answers = answersIn(given)
  return {
    complete(option) {
      if (completed.has(option as Profile)) return option as Profile
      const itself = completeProfile(option)
      const own = isComplete(option) ? answersOtherThan(base, option) : answersIn(option)
      const profile = completeProfile({ ...agreeing(answers, own), ...own, unknown: [...unknownIn(itself)] })
      completed.set(profile, { own, profile: answersOtherThan(usual, profile) })
      return profile
    },
    forked: (fork, from) => recordRequests(fork, tests.get(from)),
  }
}

function isComplete(option: ProfileOption | Profile): option is Profile {
  return typeof option === 'object' && choiceIds.every((id) => option[id] !== undefined)
}

/** What an option states: its own answers, and those of the preset that it names. */
function answersIn(option: ProfileOption | Profile): PartialProfile {
  const partial: PartialProfile = typeof option === 'string' ? { extends: option } : option
  const all: PartialProfile = { ...presets[partial.extends ?? 'default'], ...partial }
  return Object.fromEntries(choiceIds.filter((id) => all[id] !== undefined).map((id) => [id, all[id]]))
}

/** The answers of the environment without those that the user's own contradict: a status without a body, or a body. */
function agreeing(answers: PartialProfile, own: PartialProfile): PartialProfile {
  const left: Record<string, unknown> = { ...answers }
  for (const operation of writes) {
    const [status, body] = [`${operation}.status`, `${operation}.body`] as const
    const { [status]: code, [body]: template = 'none' } = { ...answers, ...own }
    if (!isBodiless(code) || template === 'none') continue
    if (own[status] !== undefined) delete left[body]
    else if (own[body] !== undefined) delete left[status]
  }
  return left
}

function recordRequests(world: World, test: string | undefined): void {
  if (recordingFolder() === undefined) return
  if (test !== undefined) tests.set(world, test)
  let deleted = false
  world.journal.listen((entry) => {
    record({
      kind: 'exchange',
      ...(test !== undefined && { test }),
      ...(completed.get(world.profile) ?? { own: {}, profile: {} }),
      ...(deleted && { deleted }),
      entry,
    })
    deleted ||= entry.operation === 'delete' && entry.status < 300
  })
}
