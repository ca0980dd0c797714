import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { UnderstudyError } from '../../handlers/model/errors.ts'

/**
 * Refuses what is not a file in a writable folder, and a file that two options name, before the run.
 * @param files the file of each flag, if given.
 * @throws UnderstudyError `OPTION_INVALID`
 * @example await expectFiles({ '--json': 'results/verify.json', '--junit': undefined })
 */
export async function expectFiles(files: Readonly<Record<string, string | undefined>>): Promise<void> {
  const flags = new Map<string, string>()
  for (const [flag, file] of Object.entries(files)) {
    if (file === undefined) continue
    await expectFile(file).catch((error) => refuseFile(flag, file, error))
    const other = flags.get(resolve(file))
    if (other !== undefined) throw invalid(flag, file, `${other} writes this file too. Pass a different one.`)
    flags.set(resolve(file), flag)
  }
}

async function expectFile(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK)
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() === false) throw new Error('it is not a regular file')
}

/** Writes the file of an option. @throws UnderstudyError `OPTION_INVALID` */
export async function writeReport(flag: string, file: string, content: string): Promise<void> {
  await writeFileAtomic(file, content).catch((error) => refuseFile(flag, file, error))
}

export function refuseFile(flag: string, file: string, error: Error): never {
  // The rest of the message names a temporary file.
  const [fact] = error.message.split(',')
  throw invalid(flag, file, `${fact}. Pass a file in a writable folder.`)
}

function invalid(flag: string, file: string, what: string): UnderstudyError {
  return new UnderstudyError('OPTION_INVALID', `Failed to write ${flag} ${file}: ${what}`)
}
