import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
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
