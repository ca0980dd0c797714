import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/members.ts'
import { profileAbout, readProfile, writeOutput } from './files.ts'
import type { CommandIo } from './io.ts'

interface ContractFlags {
  readonly out: string
  readonly consumer: string
  readonly provider: string
  readonly profile?: Profile
  readonly check?: boolean
}

export function addContract(program: Command, io: CommandIo): void {
  program
    .command('contract')
    .description('write the document, or a profile, as Pact')
    .option('--out <folder>', 'the folder of the file', 'pacts')
    .option('--consumer <name>', 'the consumer in the file', 'posts-consumer')
    .option('--provider <name>', 'the provider in the file', 'posts-service')
    .option('--profile <name or file>', profileAbout, readProfile)
    .option('--check', 'only check whether the file is up to date')
    .addHelpText(
      'after',
      `
Exit codes: 0 written, or up to date; 1 with --check, out of date; 2 invalid
arguments. Standard output names the file.

Examples, with the participants of a broker, and of a calibrated service:
  npx posts-understudy contract --consumer web --provider api
  npx posts-understudy contract --profile posts.profile.json`,
    )
    .action((flags: ContractFlags) => contract(flags, io))
}

async function contract(flags: ContractFlags, io: CommandIo): Promise<void> {
  const { out, check, consumer, provider, profile } = flags
  const { deriveContract } = await import('../../contracts/pact/contract.ts')
  const { pactFileName, pactFileText } = await import('../../contracts/pact/pact-file.ts')
  const derived = await deriveContract({ consumer, provider, ...defined({ profile }) })
  const file = join(out, pactFileName(derived))
  const text = await pactFileText(derived)
  if (check) {
    const present = await readFile(file, 'utf8').catch(() => '')
    // Git may have changed the line ends.
    if (present.replaceAll('\r\n', '\n') === text) return
    const state = present === '' ? 'does not exist' : 'is out of date'
    io.stderr.write(`The Pact file ${file} ${state}. Run the same command without --check.\n`)
    io.exitCode = 1
  } else {
    await writeOutput(file, text)
    io.stdout.write(`${file}\n`)
  }
}
