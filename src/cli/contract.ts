import { join } from 'node:path'
import type { Command } from 'commander'
import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { CommandIo } from './io.ts'
import { profileAbout, readProfile } from './options.ts'

interface ContractFlags {
  readonly out: string
  readonly consumer: string
  readonly provider: string
  readonly profile?: Profile
  readonly check?: boolean
}

/** Adds `posts-understudy contract`. */
export function addContract(program: Command, io: CommandIo): void {
  program
    .command('contract')
    .description('write Pact files for the document and for a profile')
    .option('--out <folder>', 'the folder of the files', 'pacts')
    .option('--consumer <name>', 'the consumer in the files', 'posts-consumer')
    .option('--provider <name>', 'the provider in the files', 'posts-service')
    .option('--profile <name or file>', profileAbout, readProfile)
    .option('--check', 'write nothing, and exit with 1 if the files are out of date')
    .addHelpText(
      'after',
      `
Exit codes: 0 written, or up to date; 1 with --check, out of date; 2 invalid arguments.
Standard output lists the files; with --check, those that are out of date.

Example, with the participants of a broker, and your own profile:
  npx posts-understudy contract --consumer web --provider api --profile posts.profile.json`,
    )
    .action(async (flags: ContractFlags) => {
      io.exitCode = await contract(flags, io)
    })
}

async function contract(
  { out, profile, check, consumer, provider }: ContractFlags,
  { stdout, stderr }: CommandIo,
): Promise<number> {
  const { deriveContractFiles, outdatedFiles, writeContractFiles } = await import(
    '../../contracts/pact/contract-files.ts'
  )
  const files = await deriveContractFiles({ consumer, provider, ...defined({ profile }) })
  const list = (names: readonly string[]) =>
    stdout.write(names.map((name) => `${join(out, name)}\n`).join(''))
  if (!check) {
    await writeContractFiles(out, files)
    list(files.map(({ name }) => name))
    return 0
  }
  const outdated = await outdatedFiles(out, files)
  list(outdated)
  if (outdated.length > 0)
    stderr.write(`The Pact files in ${out} are out of date. Run the same command without --check.\n`)
  return outdated.length > 0 ? 1 : 0
}
