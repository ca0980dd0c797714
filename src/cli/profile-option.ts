import { existsSync, readFileSync } from 'node:fs'
import type { Option } from 'commander'
import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import { completeProfile, type Profile, parseProfile } from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { value } from './options.ts'

const names = Object.keys(presets).join(', ')

/** The option `--profile`: the complete profile. Default undefined, the preset named default. */
export function profileOption(about: string): Option {
  return value<Profile>(
    '--profile <name or file>',
    `${about}: ${names}, or a JSON file (default: the preset named default)`,
    (given) => readProfile(given, `--profile ${given}`),
  )
}

/**
 * Reads a profile: a preset by name, or a JSON file.
 * @param origin its name in an error.
 * @throws UnderstudyError `PROFILE_INVALID`
 */
export function readProfile(given: string, origin: string): Profile {
  return Object.hasOwn(presets, given)
    ? completeProfile(given as PresetName, origin)
    : parseProfile(readText(given, origin), origin)
}

function readText(file: string, origin: string): string {
  const refuse = (fact: string) =>
    new UnderstudyError(
      'PROFILE_INVALID',
      `Failed to read ${origin}: ${fact}. Pass a JSON file, or a preset: ${names}.`,
    )
  let bytes: Buffer | undefined
  try {
    if (existsSync(file)) bytes = readFileSync(file)
  } catch (error) {
    throw refuse((error as Error).message)
  }
  if (!bytes) throw refuse('it is neither a file nor a preset')
  return bytes.toString()
}
