import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { type DeriveOptions, deriveContract } from './derive.ts'
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
  /** One line for each interaction that was added, removed or changed. */
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
 * Compares the files in a folder with the derived ones; empty where they are the same.
 *
 * @throws UnderstudyError `CONTRACT_UNREADABLE`
 */
export async function findDrift(folder: string, files: readonly ContractFile[]): Promise<FileDrift[]> {
  const drifts: FileDrift[] = []
  for (const { name, text } of files) {
    const lines = driftOf(await readIfThere(join(folder, name)), text)
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

/** How a Pact file differs from the derived one; line ends are ignored. */
function driftOf(committed: string | undefined, derived: string): string[] {
  if (committed === undefined) return ['the file does not exist']
  if (committed.replaceAll('\r\n', '\n') === derived) return []
  const [old, now] = [interactionsIn(committed), interactionsIn(derived)]
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort()
  const lines = keys.flatMap((key) => {
    if (!old.has(key)) return [`added    ${key}`]
    if (!now.has(key)) return [`removed  ${key}`]
    return old.get(key) === now.get(key) ? [] : [`changed  ${key}`]
  })
  return lines.length > 0 ? lines : ['the same interactions, with other metadata or in another format']
}

/** The interactions in a Pact file as JSON, by key; none where it is no Pact file. */
function interactionsIn(text: string): Map<string, string> {
  const file = readBody(text)
  const list = isObject(file) && Array.isArray(file.interactions) ? file.interactions.filter(isObject) : []
  return new Map(list.map((item) => [String(item.key), stringifyJson(item)]))
}
