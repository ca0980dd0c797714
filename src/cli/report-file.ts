import { UnderstudyError } from '../errors.ts'
import { writeAtomically } from '../server/write-atomically.ts'

/** Writes a file that an option names. @throws UnderstudyError `OPTION_INVALID` */
export async function writeReport(flag: string, file: string, content: string): Promise<void> {
  await writeAtomically(file, content).catch((error) => refuseFile(flag, file, error))
}

/** Says why a file could not be written. */
export function refuseFile(flag: string, file: string, error: Error): never {
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to write ${flag} ${file}: ${error.message}. Pass a file in a folder that exists.`,
  )
}
