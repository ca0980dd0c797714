import { InvalidArgumentError } from 'commander'
import { isClientText, parseClient } from '../../contracts/client/client-file.ts'
import { type GivenPact, readPact } from '../../contracts/pact/given-pact.ts'
import type { NamedClient } from '../../contracts/verify/verify-options.ts'
import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import { completeProfile, type Profile, parseProfile } from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
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
  return parseProfile(readText(given, 'PROFILE_INVALID'), given)
}

/**
 * A client file.
 * @throws UnderstudyError `CLIENT_INVALID`
 */
export function readClient(file: string): NamedClient {
  return { name: file, client: parseClient(readText(file, 'CLIENT_INVALID'), file) }
}

/**
 * A Pact file.
 * @throws UnderstudyError `PACT_INVALID`
 */
export function readPactFile(file: string): GivenPact {
  return readPact(readText(file, 'PACT_INVALID'), file)
}

/** Whether a file is a client file, and not a profile. */
export function isClientFile(given: string): boolean {
  return !Object.hasOwn(presets, given) && isClientText(readText(given, 'PROFILE_INVALID'))
}

const kinds = {
  PROFILE_INVALID: { what: 'profile', advice: `Pass a JSON file, or a preset: ${presetNames}.` },
  PACT_INVALID: { what: 'Pact', advice: 'Pass a Pact file of version 3 or 4.' },
  CLIENT_INVALID: { what: 'client file', advice: 'Pass a file that "posts-understudy client" wrote.' },
}

function readText(file: string, code: keyof typeof kinds): string {
  try {
    return readRegularFile(file).toString()
  } catch (error) {
    const { what, advice } = kinds[code]
    throw new UnderstudyError(
      code,
      `Failed to read the ${what} ${file}: ${(error as Error).message}. ${advice}`,
    )
  }
}
