import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import writeFileAtomic from 'write-file-atomic'
import { UnderstudyError } from '../../handlers/model/errors.ts'

/** The file of an option. Its folder is checked before the command runs: a long run must not end without its report. */
export function outputFile(file: string): string {
  try {
    accessSync(dirname(file), constants.W_OK)
    return file
  } catch {
    throw new InvalidArgumentError('Pass a file in a folder that exists and is writable.')
  }
}

/** Writes a file in one step. @throws UnderstudyError `OPTION_INVALID` */
export async function writeOutput(file: string, content: string): Promise<void> {
  await writeFileAtomic(file, content).catch((error: Error) => {
    // The rest of the message names a temporary file.
    const [fact] = error.message.split(',')
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Failed to write ${file}: ${fact}. Pass a file in a writable folder.`,
    )
  })
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
