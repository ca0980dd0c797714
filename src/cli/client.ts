import { join } from 'node:path'
import type { Command } from 'commander'
import type { ClientContractOptions } from '../../contracts/client/client-contract.ts'
import { clientFileName } from '../../contracts/client/client-file.ts'
import type { RecordedRun } from '../../contracts/client/recorded-run.ts'
import type { Answers } from '../../contracts/client/shaping.ts'
import { redactorFor } from '../../contracts/redaction.ts'
import { quoted } from '../../contracts/wire/curl.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { outputFile, readProfile, tellWritten, toolName, writeOutput } from './files.ts'
import { type CommandIo, reportLook } from './io.ts'
import { texts } from './options.ts'

interface ClientFlags {
  readonly out: string
  readonly profile?: readonly string[]
  readonly html?: string
  readonly pact?: string
  readonly consumer: string
  readonly provider: string
  readonly quiet?: boolean
}

export function addClient(program: Command, io: CommandIo): void {
  program
    .command('client')
    .description('find out what a client relies on')
    .usage('[options] -- <command...>')
    .argument('<command...>', 'what runs the tests, with mocks of this package')
    .optionsGroup('What to try:')
    .option('--profile <name or file>', 'try its answers too; repeatable', texts)
    .optionsGroup('Output:')
    .option('--out <file>', 'the file to write', outputFile, clientFileName)
    .option('--html <file>', 'write an HTML report', outputFile)
    .option('--pact <folder>', 'write a Pact of the requests too')
    .option('--consumer <name>', 'the consumer in the Pact', 'posts-consumer')
    .option('--provider <name>', 'the provider in the Pact', 'posts-service')
    .option('--quiet', 'print only the report')
    .passThroughOptions()
    .addHelpText(
      'after',
      `
The command runs once as it is, then with other answers to the choices that
shape its replies: many at once, fewer where it fails, until it is known which
answers its tests do not pass with. With Vitest and Playwright the report names
the tests. The file is for "verify --client" and "diff".

Exit codes: 0 measured, whatever the client relies on; 2 invalid arguments;
3 not measured: the command fails as it is, or now and then, or is interrupted.

Examples: what does this front end rely on, and does a service go with it?
  npx posts-understudy client -- npx vitest run
  npx posts-understudy verify https://staging.example.com/v1 \\
    --client ${clientFileName}`,
    )
    .action((command: readonly string[], flags: ClientFlags) => client(command, flags, io))
}

async function client(command: readonly string[], flags: ClientFlags, io: CommandIo): Promise<void> {
  const { out, profile = [], quiet = false } = flags
  if (!command[0])
    throw new UnderstudyError('OPTION_INVALID', 'Failed to run the command: it is empty. Pass one after --.')
  const profiles = profile.map(readProfile)
  if (flags.pact !== undefined) {
    const { checkedName } = await import('../../contracts/pact/contract.ts')
    for (const role of ['consumer', 'provider'] as const) checkedName(role, flags[role])
  }
  const { measureClient } = await import('../../contracts/client/measure.ts')
  const { answersText, clientHtml, clientReport } = await import('../../contracts/report/client-report.ts')
  const { clip } = await import('../../contracts/report/block.ts')
  const { runRecorded } = await import('./client-process.ts')
  const stop = new AbortController()
  void io.stopped().then(() => stop.abort())
  let first: RecordedRun | undefined
  let runs = 0
  let limit = day
  const run = async (answers: Answers) => {
    const began = performance.now()
    const isShown = !quiet && Object.keys(answers).length === 0
    const recorded = await runRecorded(answers, { command, env: io.env, signal: stop.signal, limit, isShown })
    first ??= recorded
    const duration = performance.now() - began
    if (++runs === 1) limit = Math.max(shortestLimit, duration * 10)
    const outcome = recorded.passed ? 'passed' : 'failed'
    const what = clip(answersText(answers) || 'as it is', longestLine)
    if (!quiet) io.stderr.write(`Run ${runs}: ${what}: ${outcome} in ${(duration / 1000).toFixed(1)} s\n`)
    return recorded
  }
  const { text: withoutSecrets } = redactorFor({ urls: command.filter((word) => word.includes('://')) })
  const shown = withoutSecrets(command.map(quoted).join(' '))
  const result = await measureClient({ command: shown, run, profiles })
  io.stdout.write(clientReport(result, reportLook(io.stdout)))
  const files: string[] = []
  if (result.failureReason === undefined) {
    await writeOutput(out, jsonFileText(result.client))
    files.push(out)
    if (first && flags.pact !== undefined)
      files.push(await writePact(flags.pact, { ...flags, client: result.client, exchanges: first.exchanges }))
  }
  if (flags.html !== undefined) {
    await writeOutput(flags.html, clientHtml(result, { at: Date.now(), by: toolName() }))
    files.push(flags.html)
  }
  if (!quiet) tellWritten(files, io)
  io.exitCode = result.failureReason === undefined ? 0 : 3
}

/** Writes the Pact of a client into a folder. Returns the file. */
async function writePact(folder: string, options: ClientContractOptions): Promise<string> {
  const { clientContract } = await import('../../contracts/client/client-contract.ts')
  const { pactFileName, pactFileText } = await import('../../contracts/pact/pact-file.ts')
  const contract = await clientContract(options)
  const file = join(folder, pactFileName(contract))
  await writeOutput(file, await pactFileText(contract))
  return file
}

/** The shortest time after which a run counts as failed, and that of the first run, in milliseconds. */
const shortestLimit = 60_000
const day = 86_400_000
/** How many characters of the answers a line of progress shows. */
const longestLine = 100
