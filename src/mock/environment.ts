import { profileVariable, type RecordedLine, recordVariable } from '../../contracts/client/recording.ts'
import { metPost } from '../../contracts/client/replay.ts'
import { isBodiless } from '../../handlers/choices/kinds.ts'
import { presets } from '../../handlers/choices/presets.ts'
import {
  answersOtherThan,
  completeProfile,
  type PartialProfile,
  type Profile,
  type ProfileOption,
  parseProfile,
  unknownIn,
} from '../../handlers/choices/profile.ts'
import { choiceIds } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { World, type WorldEnvironment, type WorldSettings } from '../../handlers/world/world.ts'
import { createDrawnWorld } from './any-profile.ts'

/** The options of all mocks; all have defaults. */
export interface MockSettings extends Omit<WorldSettings, 'profile'> {
  /**
   * How to answer what the interface document leaves open: a preset, answers to some choices, or `any` for answers that are
   * drawn from the seed and the name of the test. Default the preset `default`.
   */
  readonly profile?: ProfileOption | 'any'
}

/**
 * Creates the world of a mock, under the profile of the environment and recorded, as the environment says.
 *
 * @param test the name of its test, where a fixture knows it.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`
 */
export function createWorld({ profile = 'default', ...others }: MockSettings, test?: string): World {
  const given = profileOfEnvironment()
  if (given === undefined && recordingFolder() === undefined)
    return profile === 'any' ? createDrawnWorld(others, test) : new World({ ...others, profile })
  // The command that sets the environment tries the answers itself.
  const option = profile === 'any' ? 'default' : profile
  // A complete profile, such as a calibrated one, states what it does not share with the default.
  const own = isComplete(option) ? answersOtherThan(usual, option) : option
  return new World({ ...others, profile: own }, environmentOf(given ?? usual, test))
}

/** What the user stated of each profile that was completed here. */
const completed = new WeakMap<Profile, PartialProfile>()
const usual = completeProfile()
let hasSaidSo = false

/** @throws UnderstudyError `PROFILE_INVALID` */
function profileOfEnvironment(): Profile | undefined {
  const text = globalThis.process?.env?.[profileVariable]
  if (!text) return undefined
  const isPreset = !text.trimStart().startsWith('{')
  const profile = isPreset
    ? completeProfile(text as ProfileOption, profileVariable)
    : parseProfile(text, profileVariable)
  const answers = stringifyJson(answersOtherThan(usual, profile))
  if (!hasSaidSo && recordingFolder() === undefined)
    console.warn(`[posts-understudy] Profile from ${profileVariable}: ${answers}.`)
  hasSaidSo = true
  return profile
}

function environmentOf(base: Profile, test: string | undefined): WorldEnvironment {
  const answers = Object.entries(answersOtherThan(usual, base))
  return {
    complete(option) {
      if (completed.has(option as Profile)) return option as Profile
      const itself = completeProfile(option)
      const own = isComplete(option) ? answersOtherThan(base, itself) : statedIn(option)
      // A body that the user states needs a status that has one.
      const hasBody = (choice: string) =>
        (own[choice.replace('.status', '.body') as 'create.body'] ?? 'none') !== 'none'
      const beneath = answers.filter(([choice, answer]) => !(isBodiless(answer) && hasBody(choice)))
      const profile = completeProfile({
        ...Object.fromEntries(beneath),
        ...own,
        unknown: [...unknownIn(itself)],
      })
      completed.set(profile, own)
      return profile
    },
    created: (world) => recordRequests(world, test),
  }
}

function isComplete(option: ProfileOption): option is Profile {
  return typeof option === 'object' && choiceIds.every((id) => option[id] !== undefined)
}

/** What an option states: its own answers, and those of the preset that it names. */
function statedIn(option: ProfileOption): PartialProfile {
  const partial: PartialProfile = typeof option === 'string' ? { extends: option } : option
  const all: PartialProfile = { ...presets[partial.extends ?? 'default'], ...partial }
  return Object.fromEntries(choiceIds.filter((id) => all[id] !== undefined).map((id) => [id, all[id]]))
}

function recordRequests(world: World, test: string | undefined): void {
  if (recordingFolder() === undefined) return
  let deleted = false
  world.journal.answered.add((made) => {
    const entry = made()
    if (entry.isElsewhere) return
    record({
      kind: 'exchange',
      ...(test !== undefined && { test }),
      own: completed.get(world.profile) ?? {},
      profile: answersOtherThan(usual, world.profile),
      posts: world.store.count,
      met: metPost(entry, world.store),
      deleted,
      entry,
    })
    deleted ||= entry.operation === 'delete' && entry.change !== undefined
  })
}

/** The folder of the recording; undefined where nothing is recorded, such as in a page. */
function recordingFolder(): string | undefined {
  return globalThis.process?.env?.[recordVariable] || undefined
}

/** Each process and each worker writes its own file. */
const fileName = Math.random().toString(36).slice(2)
let isTold = false

/** Adds a line to the recording, if there is one. It is written at once: a runner may end a worker at any moment. */
export function record(line: RecordedLine): void {
  const folder = recordingFolder()
  if (folder === undefined) return
  try {
    const { appendFileSync } = process.getBuiltinModule('node:fs')
    appendFileSync(`${folder}/${process.pid}-${fileName}.ndjson`, `${stringifyJson(line)}\n`)
  } catch (error) {
    if (!isTold) console.warn(`[posts-understudy] Failed to record requests in ${folder}: ${error}`)
    isTold = true
  }
}
