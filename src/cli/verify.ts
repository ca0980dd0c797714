import { appendFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { clauseIds } from '../../contracts/scenarios/clauses.ts'
import type { VerifyResult } from '../../contracts/verify/result.ts'
import {
  type NamedClient,
  onlyReads,
  usualBudget,
  type VerifyOptions,
} from '../../contracts/verify/verify-options.ts'
import { choiceIds } from '../../handlers/choices.ts'
import { writeNames } from '../../handlers/endpoints.ts'
import { defined } from '../../handlers/model/members.ts'
import { seeds } from '../../handlers/model/random.ts'
import { outputFile, readClient, readProfile, tellWritten, toolName, writeOutput } from './files.ts'
import { type CommandIo, reportLook } from './io.ts'
import {
  addProviderOptions,
  type ProviderFlags,
  reachOf,
  repeatable,
  seconds,
  wholeNumber,
} from './options.ts'
import { runAtProvider } from './provider-run.ts'

interface VerifyFlags
  extends ProviderFlags,
    Pick<VerifyOptions, 'readOnly' | 'without' | 'accept' | 'only' | 'pact' | 'seed' | 'budget'> {
  readonly profile?: string
  readonly client?: readonly NamedClient[]
  readonly html?: string
  readonly json?: string
  readonly junit?: string
  readonly sweep?: boolean
}

export function addVerify(program: Command, io: CommandIo): void {
  const leftOut = oneOf(writeNames, `Pass one of ${writeNames.join(', ')}.`)
  const accepted = oneOf([...clauseIds, ...choiceIds], 'Pass the id of a clause or a choice in a report.')
  const command = program
    .command('verify')
    .description('check a deployed provider')
    .optionsGroup('What to check:')
    .option('--profile <name or file>', 'check the choices too: a preset, or a JSON file')
    .option('--client <file>', 'check what a client relies on; repeatable', repeatable(readClient))
    .addOption(new Option('--pact', "Pact's verifier runs too, if nothing is broken").conflicts('readOnly'))
    .option('--read-only', 'send only GET, HEAD and OPTIONS')
    .option('--without <operation>', `do not check ${writeNames.join(', ')}; repeatable`, repeatable(leftOut))
    .option('--accept <id>', 'a clause or a choice that may fail; repeatable', repeatable(accepted))
    .option('--only <key>', 'run only this example or sequence of a report')
    .option('--seed <number>', 'the seed of random sequences', wholeNumber(0, seeds - 1))
    .option(
      '--budget <seconds>',
      `how long to run random sequences (default: ${usualBudget / 1000})`,
      seconds(0),
    )
    .optionsGroup('Output:')
    .option('--html <file>', 'write an HTML report', outputFile)
    .option('--json <file>', 'write the result as JSON', outputFile)
    .option('--junit <file>', 'write the result as JUnit XML', outputFile)
    .optionsGroup('The service, and limits:')
    .addOption(
      new Option('--sweep', 'only remove the posts that killed runs left there').conflicts('readOnly'),
    )
  addProviderOptions(command)
    .addHelpText(
      'after',
      `
Exit codes: 0 all held, or failed and accepted; 1 a clause is broken, a choice
of --profile differs, a --client breaks; 2 invalid arguments; 3 not judged.
With --sweep: 0 nothing is left; 1 posts may be left; 3 a ledger is unreadable.

Example, in a CI job, with credentials that no output shows:
  npx posts-understudy verify https://staging.example.com/v1 \\
    --junit verify.xml --header "Authorization: Bearer $TOKEN"`,
    )
    .action((url: string, flags: VerifyFlags) => verify(url, flags, io))
}

async function verify(url: string, flags: VerifyFlags, io: CommandIo): Promise<void> {
  const reach = reachOf(url, flags)
  if (flags.sweep) {
    const { sweepProvider } = await import('./sweep.ts')
    return await sweepProvider(reach, io)
  }
  const { quiet = false, verbose, profile: profileName, client: clients } = flags
  const { readOnly, without, accept, only, pact, seed, budget } = flags
  const profile = profileName === undefined ? undefined : readProfile(profileName)
  const limits = defined({ readOnly, without, accept, only, pact, seed, budget })
  const asked = { ...reach, ...limits, ...defined({ profile, profileName, clients }) }
  const { textReport } = await import('../../contracts/report/verify-reports.ts')
  const { checkOnly } = await import('../../contracts/verify/replay-command.ts')
  const { verifyProvider } = await import('../../contracts/verify/verify-provider.ts')
  checkOnly(asked)
  const manner = { quiet, readsOnly: onlyReads(asked), ...defined({ without }) }
  const result = await runAtProvider(io, reach, manner, (terms) => verifyProvider({ ...asked, ...terms }))
  io.stdout.write(textReport(result, reportLook(io.stdout, verbose)))
  await writeReports(result, flags, io)
  if (!quiet) tellWritten([flags.html, flags.json, flags.junit], io)
  io.exitCode = result.exitCode
}

/** Writes the requested reports, and in a GitHub step its summary. @throws UnderstudyError `OPTION_INVALID` */
async function writeReports(
  result: VerifyResult,
  flags: VerifyFlags,
  { env, stderr }: CommandIo,
): Promise<void> {
  const { html, json, junit } = flags
  const { htmlReport, jsonReport, markdownReport } = await import('../../contracts/report/verify-reports.ts')
  const { junitReport } = await import('../../contracts/report/junit-report.ts')
  if (html !== undefined) await writeOutput(html, htmlReport(result, { at: Date.now(), by: toolName() }))
  if (json !== undefined) await writeOutput(json, jsonReport(result))
  if (junit !== undefined) await writeOutput(junit, junitReport(result))
  if (env.GITHUB_STEP_SUMMARY)
    await appendFile(env.GITHUB_STEP_SUMMARY, markdownReport(result)).catch(({ message }: Error) => {
      stderr.write(`Failed to write the summary of the step (GITHUB_STEP_SUMMARY): ${message}.\n`)
    })
}

function oneOf<Id extends string>(ids: readonly Id[], advice: string): (given: string) => Id {
  return (given) => {
    const found = ids.find((id) => id === given)
    if (found === undefined) throw new InvalidArgumentError(advice)
    return found
  }
}
