import * as v from 'valibot'
import { type AnswerTo, type ChoiceId, choiceIds, choiceOf, choices, isChoiceId } from '../choices.ts'
import { writeNames } from '../endpoints.ts'
import { UnderstudyError } from '../model/errors.ts'
import { freeze, isObject, parseJson, stringifyJson } from '../model/json.ts'
import { isBodiless } from './kinds.ts'
import { type Preset, type PresetName, presets } from './presets.ts'

/** An answer for every choice, from {@link completeProfile}; deeply frozen. */
export type Profile = { readonly [Id in ChoiceId]: AnswerTo<Id> }

/** Answers for some of the choices; `extends` names the preset that answers the others, by default `default`. */
export type PartialProfile = { readonly [Id in ChoiceId]?: AnswerTo<Id> } & {
  readonly extends?: PresetName
  /**
   * Choices that a provider answers in a way that a profile cannot express, or inconsistently; they are not checked. A mock uses
   * the default, or the nearest answer that the profile has.
   */
  readonly unknown?: readonly ChoiceId[]
  /** The origin of the answers: any text or data, which is ignored. */
  readonly about?: unknown
}

/** The type of `profile` options: the name of a preset, or answers for some of the choices. */
export type ProfileOption = PresetName | PartialProfile

/**
 * Completes a profile: its own answers, and those of the extended preset. A status without a body has the body "none",
 * whatever either says.
 *
 * @param option a preset's name or a partial profile; default `'default'`.
 * @param origin its name in errors, such as a file name; default "the profile".
 * @throws UnderstudyError `PROFILE_INVALID`, with the choice and the permitted answers.
 * @example
 * completeProfile({ extends: 'json-server', 'delete.missing': 204 })
 */
export function completeProfile(option: ProfileOption = 'default', origin = 'the profile'): Profile {
  if (typeof option === 'object' && origins.has(option)) return option as Profile
  const partial = typeof option === 'string' ? { extends: option } : option
  const { output, issues } = v.safeParse(profileSchema, partial)
  if (issues) throw invalid(origin, new Set(issues.map(({ path }) => problemOf(path?.[0]?.key, partial))))
  const { extends: base = 'default', unknown: named = [] } = output
  const stated = output as Partial<Profile>
  const preset: Preset = presets[base]
  const answers: Record<string, unknown> = {}
  for (const id of choiceIds) {
    // The body `null` is an answer.
    answers[id] = [stated[id], preset[id], choices[id].answers[0]].find((each) => each !== undefined)
  }
  for (const operation of writeNames)
    if (isBodiless(answers[`${operation}.status`])) answers[`${operation}.body`] = 'none'
  // The caller may change what it gave.
  const profile = freeze(structuredClone(answers)) as Profile
  const unknown = new Set([...named, ...(preset.unknown ?? []).filter((id) => stated[id] === undefined)])
  // The name of a preset alone means all of it.
  const isStated = (id: ChoiceId) =>
    typeof option === 'string' || stated[id] !== undefined || preset[id] !== undefined
  const compared = new Set(choiceIds.filter((id) => isStated(id) && !unknown.has(id)))
  origins.set(profile, { unknown, compared })
  return profile
}

/** The answers of a profile that another one does not have. */
export function answersOtherThan(usual: Profile, profile: Profile): PartialProfile {
  return Object.fromEntries(
    choiceIds.filter((id) => quote(profile[id]) !== quote(usual[id])).map((id) => [id, profile[id]]),
  )
}

/** What was said of the answers of each complete profile. */
const origins = new WeakMap<object, Readonly<Record<'unknown' | 'compared', ReadonlySet<ChoiceId>>>>()

/** The choices that a profile says are unknown. */
export function unknownIn(profile: Profile): ReadonlySet<ChoiceId> {
  return origins.get(profile)?.unknown ?? new Set()
}

/** The choices that a profile answers by itself or by its preset, not only by default: those that a provider is compared with. */
export function comparedIn(profile: Profile): ReadonlySet<ChoiceId> {
  return origins.get(profile)?.compared ?? new Set()
}

/**
 * Reads a profile from the text of a JSON file.
 *
 * @throws UnderstudyError `PROFILE_INVALID` if the text is not JSON or not a profile.
 * @example
 * parseProfile(await readFile('posts.profile.json', 'utf8'), 'posts.profile.json')
 */
export function parseProfile(text: string, origin = 'the profile'): Profile {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw invalid(origin, [
      `it is not JSON (${error instanceof Error ? error.message : error}). Correct the file.`,
    ])
  }
  return completeProfile(value as PartialProfile, origin)
}

const fields = {
  ...Object.fromEntries(choiceIds.map((id) => [id, v.optional(choiceOf(id).schema)])),
  extends: v.optional(v.picklist(Object.keys(presets) as PresetName[])),
  unknown: v.optional(v.array(v.picklist(choiceIds))),
  about: v.optional(v.unknown()),
}
const profileSchema = v.pipe(v.custom<object>(isObject), v.strictObject(fields))

/** @param key the field with the problem; undefined for the whole profile. */
function problemOf(key: unknown, profile: object): string {
  if (typeof key !== 'string')
    return `it is ${quote(profile)}, not an object. Give an object such as { "create.status": 200 }.`
  const value = quote(Object(profile)[key])
  if (isChoiceId(key))
    return `"${key}" is ${value}. ${choices[key].about} Answers: ${choices[key].answers.map(quote).join(', ')}.`
  if (key === 'extends')
    return `unknown preset ${value}. Presets: ${Object.keys(presets).map(quote).join(', ')}.`
  if (Object.hasOwn(fields, key))
    return `"${key}" is ${value}. Give an array of choices, such as ["create.body"].`
  const others = Object.keys(profile).filter((name) => !Object.hasOwn(fields, name))
  return `not a choice: ${others.slice(0, 3).map(quote).join(', ')}. Choices: ${choiceIds.join(', ')}.`
}

function quote(value: unknown): string {
  return stringifyJson(value) ?? String(value)
}

function invalid(origin: string, problems: Iterable<string>): UnderstudyError {
  const all = [...problems]
  const list = all.length === 1 ? ` ${all}` : all.map((problem) => `\n  - ${problem}`).join('')
  return new UnderstudyError('PROFILE_INVALID', `Failed to read ${origin}:${list}`)
}
