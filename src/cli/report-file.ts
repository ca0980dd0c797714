import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { writeAtomically } from '../server/write-atomically.ts'

/**
 * Refuses files whose folder takes none: before the work that they are to keep the result of, not after it.
 *
 * @param files a file for each flag; undefined where the flag was not given.
 * @throws UnderstudyError `OPTION_INVALID`
 * @example await expectFolders({ '--json': 'results/verify.json', '--junit': undefined })
 */
export async function expectFolders(files: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (const [flag, file] of Object.entries(files))
    if (file !== undefined)
      await access(dirname(file), constants.W_OK).catch((error) => refuseFile(flag, file, error))
}

/** Writes a file that an option names. @throws UnderstudyError `OPTION_INVALID` */
export async function writeReport(flag: string, file: string, content: string): Promise<void> {
  await writeAtomically(file, content).catch((error) => refuseFile(flag, file, error))
}

export function refuseFile(flag: string, file: string, error: Error): never {
  // What follows the first comma names the draft beside the file, which nobody asked for.
  const [fact] = error.message.split(',')
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to write ${flag} ${file}: ${fact}. Pass a file in a folder that exists and may be written to.`,
  )
}
