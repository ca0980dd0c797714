import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isClientText, parseClient } from '../../contracts/client/client-file.ts'
import type { NamedClient } from '../../contracts/verify/verify-options.ts'
import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import { completeProfile, type Profile, parseProfile } from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { replaceFile } from '../server/replace-file.ts'
import type { CommandIo } from './io.ts'

/* The files that commands read and write. */

const presetNames = Object.keys(presets).join(', ')

export const profileAbout = `${presetNames}, or a JSON file`

/** A profile: a preset by name, or a JSON file. @throws UnderstudyError `PROFILE_INVALID` */
export function readProfile(given: string): Profile {
  if (Object.hasOwn(presets, given)) return completeProfile(given as PresetName)
  return parseProfile(readText(given, 'PROFILE_INVALID'), given)
}

/** @throws UnderstudyError `CLIENT_INVALID` */
export function readClient(file: string): NamedClient {
  return { name: file, client: parseClient(readText(file, 'CLIENT_INVALID'), file) }
}

export function isClientFile(given: string): boolean {
  return !Object.hasOwn(presets, given) && isClientText(readText(given, 'PROFILE_INVALID'))
}

const kinds = {
  PROFILE_INVALID: { what: 'profile', advice: `Pass a JSON file, or a preset: ${presetNames}.` },
  CLIENT_INVALID: { what: 'client file', advice: 'Pass a file that "posts-understudy client" wrote.' },
}

function readText(file: string, code: keyof typeof kinds): string {
  try {
    // Reading a FIFO or a device may never end.
    if (!statSync(file).isFile()) throw new Error('it is not a regular file')
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { what, advice } = kinds[code]
    throw new UnderstudyError(
      code,
      `Failed to read the ${what} ${file}: ${(error as Error).message}. ${advice}`,
    )
  }
}

/** The file of an option, also of a default: it is checked before the command runs. A long run must not end without its report. */
export const outputFile = (file: string) => file

/** Why a file cannot be written; undefined where it can. */
export function unwritable(file: string): string | undefined {
  try {
    accessSync(dirname(file), constants.W_OK)
    return statSync(file, { throwIfNoEntry: false })?.isDirectory()
      ? 'It is a folder. Pass a file.'
      : undefined
  } catch {
    return 'Pass a file in a folder that exists and is writable.'
  }
}

/** Writes a file in one step, and makes its folder. @throws UnderstudyError `OPTION_INVALID` */
export async function writeOutput(file: string, content: string): Promise<void> {
  // If it cannot be made, the file cannot be written either.
  await mkdir(dirname(file), { recursive: true }).catch(() => {})
  await replaceFile(file, content).catch((error: Error) => {
    // The rest of the message names a temporary file.
    const [fact] = error.message.split(',')
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Failed to write ${file}: ${fact}. Pass a file in a writable folder.`,
    )
  })
}

export function tellWritten(files: readonly (string | undefined)[], { stderr }: CommandIo): void {
  const written = files.filter((file) => file !== undefined)
  if (written.length > 0) stderr.write(`Wrote ${written.join(', ')}.\n`)
}

/** The name and the version of this tool, for files that it writes. */
export function toolName(): string {
  return `posts-understudy ${packageVersion()}`
}

/** The version in the nearest package.json above. */
export function packageVersion(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}
