import { InvalidArgumentError } from 'commander'
import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import { completeProfile, type Profile, parseProfile } from '../../handlers/choices/profile.ts'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { readRegularFile } from '../server/regular-file.ts'

/* How the values of options are read. */

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number): (given: string) => number {
  return (given) => {
    const number = /^-?\d+$/.test(given) ? Number(given) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`Pass a whole number from ${min} to ${max}.`)
  }
}

/** Seconds, up to a day. */
export const seconds = wholeNumber(1, 86_400)

/** The texts of a repeatable option. */
export function texts(given: string, before: readonly string[] = []): readonly string[] {
  return [...before, given]
}

const presetNames = Object.keys(presets).join(', ')

/** How a profile is given, in the help. */
export const profileAbout = `${presetNames}, or a JSON file`

/**
 * A profile: a preset by name, or a JSON file.
 * @throws UnderstudyError `PROFILE_INVALID`
 */
export function readProfile(given: string): Profile {
  if (Object.hasOwn(presets, given)) return completeProfile(given as PresetName)
  try {
    return parseProfile(readRegularFile(given).toString(), given)
  } catch (error) {
    if (isUnderstudyError(error)) throw error
    throw new UnderstudyError(
      'PROFILE_INVALID',
      `Failed to read the profile ${given}: ${(error as Error).message}. Pass a JSON file, or a preset: ${presetNames}.`,
    )
  }
}
