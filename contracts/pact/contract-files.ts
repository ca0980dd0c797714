import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type DeriveOptions, deriveContract } from './derive.ts'
import { pactFileName, pactFileText } from './pact-file.ts'

/** A Pact file in memory. */
export interface ContractFile {
  readonly name: string
  readonly text: string
}

/**
 * Derives the document contract and the mock contract of a profile, as Pact files.
 *
 * @throws UnderstudyError `PROFILE_INVALID`, `OPTION_INVALID`
 */
export async function deriveContractFiles(options: Omit<DeriveOptions, 'kind'>): Promise<ContractFile[]> {
  const files: ContractFile[] = []
  for (const kind of ['document', 'mock'] as const) {
    const contract = await deriveContract({ ...options, kind })
    files.push({ name: pactFileName(contract), text: await pactFileText(contract) })
  }
  return files
}

/**
 * Writes files into a folder, which is created if necessary; each atomically.
 *
 * @throws UnderstudyError `CONTRACT_UNWRITABLE`
 */
export async function writeContractFiles(folder: string, files: readonly ContractFile[]): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    for (const { name, text } of files) await writeFileAtomic(join(folder, name), text)
  } catch (error) {
    const fact = error instanceof Error ? error.message : String(error)
    throw new UnderstudyError(
      'CONTRACT_UNWRITABLE',
      `Failed to write the Pact files into "${folder}": ${fact}. Name a writable folder.`,
    )
  }
}

/**
 * The names of the files that a folder lacks, or has with another content; line ends are ignored.
 *
 * @throws UnderstudyError `CONTRACT_UNREADABLE`
 */
export async function outdatedFiles(folder: string, files: readonly ContractFile[]): Promise<string[]> {
  const outdated: string[] = []
  for (const { name, text } of files)
    if ((await readIfThere(join(folder, name)))?.replaceAll('\r\n', '\n') !== text) outdated.push(name)
  return outdated
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    // Reading a pipe may never end.
    if (!(await stat(file)).isFile()) throw new Error('it is not a regular file')
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    const fact = error instanceof Error ? error.message : String(error)
    throw new UnderstudyError(
      'CONTRACT_UNREADABLE',
      `Failed to read the Pact file ${JSON.stringify(file)}: ${fact}. Name the folder of the Pact files with --out.`,
    )
  }
}
