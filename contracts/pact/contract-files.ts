import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type DeriveOptions, deriveContract } from './derive.ts'
import { fileDrift } from './file-drift.ts'
import type { Contract } from './interaction.ts'
import { pactFileName, pactFileText } from './pact-file.ts'

/** A Pact file in memory. */
export interface ContractFile {
  readonly name: string
  readonly text: string
}

/** Both contracts of a profile, and their Pact files. */
export interface DerivedContracts {
  readonly contracts: readonly Contract[]
  readonly files: readonly ContractFile[]
}

/** How a file on disk differs from the derived contract. */
export interface FileDrift {
  readonly name: string
  /** One line for each interaction: what was added, removed or changed. */
  readonly lines: readonly string[]
}

/**
 * Derives the document contract and the mock contract of a profile, and their Pact files.
 *
 * @throws UnderstudyError `PROFILE_INVALID`, `OPTION_INVALID`
 */
export async function deriveContractFiles(options: Omit<DeriveOptions, 'kind'>): Promise<DerivedContracts> {
  const contracts = [
    await deriveContract({ ...options, kind: 'document' }),
    await deriveContract({ ...options, kind: 'mock' }),
  ]
  const files: ContractFile[] = []
  for (const contract of contracts) {
    files.push({ name: pactFileName(contract), text: await pactFileText(contract) })
  }
  return { contracts, files }
}

/**
 * Writes files into a folder, which is created if necessary; each atomically.
 *
 * @throws UnderstudyError `CONTRACT_UNWRITABLE`
 */
export async function writeContractFiles(folder: string, files: readonly ContractFile[]): Promise<void> {
  try {
    await writeAll(folder, files)
  } catch (error) {
    const fact = error instanceof Error ? error.message : String(error)
    throw new UnderstudyError(
      'CONTRACT_UNWRITABLE',
      `Failed to write the Pact files into "${folder}": ${fact}. Name a writable folder.`,
    )
  }
}

async function writeAll(folder: string, files: readonly ContractFile[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const temporary = ({ name }: ContractFile) => join(folder, `.${name}.${process.pid}`)
  try {
    for (const file of files) await writeFile(temporary(file), file.text)
    for (const file of files) await rename(temporary(file), join(folder, file.name))
  } finally {
    for (const file of files) await rm(temporary(file), { force: true })
  }
}

/**
 * Compares the files in a folder with the derived ones; empty where they are the same.
 *
 * @throws UnderstudyError `CONTRACT_UNREADABLE`
 */
export async function findDrift(folder: string, files: readonly ContractFile[]): Promise<FileDrift[]> {
  const drifts: FileDrift[] = []
  for (const { name, text } of files) {
    const lines = fileDrift(await readIfThere(join(folder, name)), text)
    if (lines.length > 0) drifts.push({ name, lines })
  }
  return drifts
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
