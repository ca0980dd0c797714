import type { Command } from 'commander'
import type { CommandIo } from './io.ts'

interface ContractFlags {
  readonly out: string
  readonly consumer: string
  readonly provider: string
  readonly check?: boolean
}

/** Adds `posts-understudy contract`. */
export function addContract(program: Command, io: CommandIo): void {
  program
    .command('contract')
    .description('write a Pact file of the interface document')
    .option('--out <folder>', 'the folder of the file', 'pacts')
    .option('--consumer <name>', 'the consumer in the file', 'posts-consumer')
    .option('--provider <name>', 'the provider in the file', 'posts-service')
    .option('--check', 'write nothing, and exit with 1 if the file is out of date')
    .addHelpText(
      'after',
      `
Exit codes: 0 written, or up to date; 1 with --check, out of date; 2 invalid arguments.
Standard output names the file.

Example, with the participants of a broker:
  npx posts-understudy contract --consumer web --provider api`,
    )
    .action(async (flags: ContractFlags) => {
      io.exitCode = await contract(flags, io)
    })
}

async function contract(
  { out, check, consumer, provider }: ContractFlags,
  { stdout, stderr }: CommandIo,
): Promise<number> {
  const { deriveContract } = await import('../../contracts/pact/derive.ts')
  const { isContractCurrent, writeContract } = await import('../../contracts/pact/contract-file.ts')
  const derived = await deriveContract({ consumer, provider })
  if (!check) {
    stdout.write(`${await writeContract(out, derived)}\n`)
    return 0
  }
  if (await isContractCurrent(out, derived)) return 0
  stderr.write(`The Pact file in ${out} is out of date. Run the same command without --check.\n`)
  return 1
}
