import { readFileSync } from 'node:fs'
import { UnderstudyError } from '../errors.ts'
import { type PresetName, presets } from '../presets.ts'
import { completeProfile, type Profile, parseProfile } from '../profile.ts'
import type { CommandOption } from './command.ts'
import { readBy } from './options.ts'

const names = Object.keys(presets).join(', ')

/** The option `--profile`, for every command that has one: a preset by name, or a JSON file. */
export function profileOption(about: string): CommandOption<Profile | undefined> {
  return readBy({
    value: 'name or file',
    about: `${about}: ${names}, or a JSON file`,
    default: undefined,
    defaultText: 'the preset default',
    read: readProfile,
  })
}

function readProfile(given: string): Profile {
  if (Object.hasOwn(presets, given)) return completeProfile(given as PresetName)
  return parseProfile(readText(given), `--profile ${given}`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const fact = code === 'ENOENT' ? 'there is no such file, and no preset of that name' : message
    throw new UnderstudyError(
      'PROFILE_INVALID',
      `Failed to read --profile ${file}: ${fact}. Pass a JSON file, or a preset: ${names}.`,
    )
  }
}
