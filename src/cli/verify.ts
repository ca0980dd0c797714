import type { Option } from 'commander'
import { textReport } from '../../contracts/report/text-report.ts'
import { crowdSize } from '../../contracts/run/fixed-sequences.ts'
import { type ClauseId, clauseIds } from '../../contracts/spec/clauses.ts'
import { onlyOf } from '../../contracts/verify/replay.ts'
import { type LeftOut, leavable, onlyReads, usualBudget } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/defined.ts'
import { seeds } from '../../handlers/model/random.ts'
import type { CliCommand } from './command.ts'
import { dryRun } from './dry-run.ts'
import { text, toggle, value, wholeNumber } from './options.ts'
import { readProfile } from './profile-option.ts'
import {
  connectionOptions,
  ledgerOption,
  type ProviderFlags,
  providerOperand,
  reachOf,
} from './provider-options.ts'
import { runAtProvider } from './provider-run.ts'
import { expectFiles } from './report-file.ts'
import { type ReportFlags, reportFiles, reportNames, reportOptions, writeReports } from './reports.ts'
import { reportLook } from './style.ts'
import { sweepProvider } from './sweep.ts'

interface VerifyFlags extends ProviderFlags, ReportFlags {
  readonly profile?: NamedProfile
  readonly readOnly?: boolean
  readonly without?: readonly LeftOut[]
  readonly accept?: readonly (ClauseId | ChoiceId)[]
  readonly only?: string
  readonly pact?: boolean
  readonly seed?: number
  readonly budget?: number
  readonly verbose?: boolean
  readonly dryRun?: boolean
  readonly quiet?: boolean
  readonly sweep?: boolean
}

interface NamedProfile {
  /** As it was given: a preset, or a file. */
  readonly given: string
  readonly answers: Profile
}

/** The options by their heading in the long help. */
function options(): Readonly<Record<string, readonly Option[]>> {
  return {
    'What is checked:': [
      value<NamedProfile>(
        '--profile <name or file>',
        'check the choices too: a preset, or a JSON file',
        (given) => ({
          given,
          answers: readProfile(given, `--profile ${given}`),
        }),
      ),
      toggle('--read-only', 'send only GET, HEAD and OPTIONS'),
      withoutOption(),
      acceptOption(),
      text('--only <key>', 'run only this example or sequence of a report'),
      toggle(
        '--pact',
        "let Pact's own verifier replay the contract at a distant service too (default: at a near one)",
      )
        .conflicts(['readOnly', 'only'])
        .hideHelp(),
    ],
    'Connection:': connectionOptions(),
    'Random sequences:': [
      wholeNumber('--seed <number>', 'the seed of the random sequences (default: random, and printed)', {
        min: 0,
        max: seeds - 1,
      }).hideHelp(),
      wholeNumber(
        '--budget <seconds>',
        `seconds of random sequences after the fixed ones; 0 skips them (default: ${usualBudget / 1000})`,
        { min: 0, max: 86_400 },
      ).hideHelp(),
    ],
    'Output:': [
      ...reportOptions(),
      toggle('--verbose', 'list every clause and choice, and full notes'),
      toggle('--dry-run', 'send nothing, and print every request')
        .conflicts(['sweep', 'only', ...reportNames])
        .hideHelp(),
      toggle('--quiet', 'print only the report: no announcement, no progress').hideHelp(),
    ],
    'Recovery:': [
      toggle('--sweep', 'only remove the posts that killed runs left there').conflicts([
        'readOnly',
        'only',
        ...reportNames,
      ]),
      ledgerOption(),
    ],
  }
}

/** `posts-understudy verify URL`. */
export const verify: CliCommand<VerifyFlags> = {
  describe(program) {
    program.argument(...providerOperand)
    for (const [heading, group] of Object.entries(options()))
      for (const option of group) program.addOption(option.helpGroup(heading))
  },
  examples: [
    ['npx posts-understudy verify https://staging.example.com/v1', 'checks the interface document'],
    [
      'npx posts-understudy verify https://staging.example.com/v1 --profile posts.profile.json',
      'checks the choices of a profile too',
    ],
    [
      `npx posts-understudy verify https://staging.example.com/v1 --header "Authorization: Bearer $TOKEN" --junit verify.xml`,
      'in a CI job, with credentials, which no output shows',
    ],
  ],
  notes: `Exit codes: 0 all held, or failed and accepted; 1 a clause is broken, or a
choice of --profile differs; 2 invalid arguments; 3 could not be judged.
With --sweep: 0 nothing is left; 1 some posts may be left.`,
  async run(flags, io, [url = '']) {
    const client = reachOf(url, flags)
    if (flags.sweep) return await sweepProvider(client, io)
    await expectFiles(reportFiles(flags))
    const { readOnly = false, without = [], accept = [], quiet = false, only, pact, seed, profile } = flags
    const budget = flags.budget === undefined ? undefined : flags.budget * 1000
    const asked = { ...client, readOnly, without, accept, ...defined({ only, pact, seed, budget }) }
    onlyOf(asked)
    if (flags.dryRun) {
      const { headers } = client
      const lines = await dryRun({ readOnly, without, ...defined({ headers, profile: profile?.answers }) })
      io.stdout.write(`${lines.join('\n')}\n`)
      return 0
    }
    const announced = {
      quiet,
      readsOnly: onlyReads(asked),
      without,
      // The examples end with many posts; a replayed sequence has few.
      about: only === undefined ? ` (about ${crowdSize - 1} at a time)` : '',
    }
    const result = await runAtProvider(io, client, announced, (terms) =>
      verifyProvider({
        ...asked,
        ...terms,
        ...defined({ profile: profile?.answers, profileName: profile?.given }),
      }),
    )
    io.stdout.write(textReport(result, reportLook(io, flags.verbose ?? false)))
    await writeReports(result, flags, io)
    return result.exitCode
  },
}

/** `--without replace`; repeatable. */
function withoutOption(): Option {
  const names = leavable.join(', ')
  return value<readonly LeftOut[]>(
    '--without <operation>',
    `leave out ${names}; repeatable`,
    (given, before = []) => {
      const operation = leavable.find((each) => each === given)
      if (operation === undefined)
        throw new Error(`${JSON.stringify(given)} cannot be left out. Pass one of ${names}.`)
      return [...new Set([...before, operation])]
    },
  )
}

/** `--accept list.all`; repeatable. */
function acceptOption(): Option {
  return value<readonly (ClauseId | ChoiceId)[]>(
    '--accept <id>',
    'a clause or a choice that may fail; repeatable',
    (given, before = []) => {
      const accepted = [...clauseIds, ...choiceIds].find((id) => id === given)
      if (accepted === undefined)
        throw new Error(`${JSON.stringify(given)} is neither a clause nor a choice. Pass an id of a report.`)
      return [...new Set([...before, accepted])]
    },
  )
}
