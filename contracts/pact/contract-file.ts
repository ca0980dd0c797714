import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { Contract } from './interaction.ts'
import { pactFileName, pactFileText } from './pact-file.ts'

/**
 * Writes the Pact file of a contract into a folder, which is created if necessary. The old file is replaced in one step.
 *
 * @returns its path.
 * @throws UnderstudyError `CONTRACT_UNWRITABLE`
 */
export async function writeContract(folder: string, contract: Contract): Promise<string> {
  const file = join(folder, pactFileName(contract))
  const text = await pactFileText(contract)
  try {
    await mkdir(folder, { recursive: true })
    await writeFileAtomic(file, text)
    return file
  } catch (error) {
    throw failed('CONTRACT_UNWRITABLE', `write the Pact file "${file}"`, error)
  }
}

/**
 * Whether a folder has the Pact file of a contract, as it is now; line ends are ignored.
 *
 * @throws UnderstudyError `CONTRACT_UNREADABLE`
 */
export async function isContractCurrent(folder: string, contract: Contract): Promise<boolean> {
  const file = join(folder, pactFileName(contract))
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw failed('CONTRACT_UNREADABLE', `read the Pact file "${file}"`, error)
  })
  return text.replaceAll('\r\n', '\n') === (await pactFileText(contract))
}

function failed(code: 'CONTRACT_UNWRITABLE' | 'CONTRACT_UNREADABLE', what: string, error: unknown) {
  const fact = error instanceof Error ? error.message : String(error)
  return new UnderstudyError(code, `Failed to ${what}: ${fact}. Name another folder with --out.`)
}
