import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { writeAtomically } from '../server/write-atomically.ts'

/**
 * Refuses files in folders that are not writable, before the run.
 * @param files the file of each flag, if given.
 * @throws UnderstudyError `OPTION_INVALID`
 * @example await expectFolders({ '--json': 'results/verify.json', '--junit': undefined })
 */
export async function expectFolders(files: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (const [flag, file] of Object.entries(files))
    if (file !== undefined)
      await access(dirname(file), constants.W_OK).catch((error) => refuseFile(flag, file, error))
}

/** Writes the file of an option. @throws UnderstudyError `OPTION_INVALID` */
export async function writeReport(flag: string, file: string, content: string): Promise<void> {
  await writeAtomically(file, content).catch((error) => refuseFile(flag, file, error))
}

export function refuseFile(flag: string, file: string, error: Error): never {
  // The rest of the message names a temporary file.
  const [fact] = error.message.split(',')
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to write ${flag} ${file}: ${fact}. Pass a file in a writable folder.`,
  )
}
