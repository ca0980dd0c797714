import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clientContract } from '../../contracts/client/client-contract.ts'
import type { ClientFile } from '../../contracts/client/client-file.ts'
import type { RecordedExchange } from '../../contracts/client/recording.ts'
import { pactFileName, pactFileText } from '../../contracts/pact/pact-file.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { writeOutput } from './output-file.ts'

/** Writes the Pact of a client into a folder. Returns the file. */
export async function writeClientPact(
  folder: string,
  exchanges: readonly RecordedExchange[],
  { choices }: ClientFile,
  { consumer, provider }: { readonly consumer: string; readonly provider: string },
): Promise<string> {
  const tried = (choice: ChoiceId) => {
    const { passes = [], fails = [] } = choices[choice] ?? {}
    return { passes, fails: fails.map(({ answer }) => answer) }
  }
  const contract = clientContract({ consumer, provider, exchanges, tried })
  // If it cannot be made, the file cannot be written either.
  await mkdir(folder, { recursive: true }).catch(() => {})
  const file = join(folder, pactFileName(contract))
  await writeOutput(file, await pactFileText(contract))
  return file
}
