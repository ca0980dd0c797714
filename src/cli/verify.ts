import { textReport } from '../../contracts/report/text-report.ts'
import { crowdSize } from '../../contracts/run/fixed-sequences.ts'
import { dryRunOf } from '../../contracts/verify/dry-run.ts'
import { onlyOf } from '../../contracts/verify/only.ts'
import { type LeftOut, leavable, onlyReads, usualBudget } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { readProviderUrl } from '../../contracts/wire/provider-url.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { seeds } from '../../handlers/model/random.ts'
import { baselineOptions, openBaseline } from './baseline.ts'
import { type CommandIo, type CommandOption, defineCommand, type OptionValues } from './command.ts'
import { grouped, rare, readBy, text, toggle, wholeNumber } from './options.ts'
import { profileOption, readProfile } from './profile-option.ts'
import { connectionOptions, ledgerOption, providerOperand, reachOf } from './provider-options.ts'
import { runAtProvider } from './provider-run.ts'
import { expectFiles } from './report-file.ts'
import { reportFiles, reportOptions, writeReports } from './reports.ts'
import { reportLook } from './style.ts'
import { sweepProvider } from './sweep.ts'

/** The options of `verify` for sequences. */
const sequenceOptions = {
  seed: wholeNumber({
    value: 'number',
    about: 'the seed of the random sequences',
    default: undefined,
    defaultText: 'random, and printed',
    min: 0,
    max: seeds - 1,
  }),
  budget: wholeNumber({
    value: 'seconds',
    about: 'seconds of random sequences after the fixed ones; 0 skips them',
    default: undefined,
    defaultText: `${usualBudget / 1000}`,
    min: 0,
    max: 86_400,
  }),
}

const options = {
  ...grouped('What is checked', {
    profile: namedProfile(),
    readOnly: toggle('send only GET, HEAD and OPTIONS'),
    without: withoutOption(),
    ...baselineOptions,
    only: text({
      value: 'key',
      about: 'run only this example or sequence of a report',
      default: undefined,
    }),
    ...rare({ failFast: toggle('end at the first broken clause') }),
  }),
  ...grouped('Connection', connectionOptions),
  ...grouped('Random sequences', rare(sequenceOptions)),
  ...grouped('Output', {
    ...reportOptions,
    verbose: toggle('list every clause and choice, and full notes'),
    ...rare({
      dryRun: toggle('send nothing, and print every request'),
      quiet: toggle('print only the report: no announcement, no progress'),
    }),
  }),
  ...grouped('Recovery', {
    sweep: toggle('only remove the posts that killed runs left there'),
    ...ledgerOption,
  }),
}

type Flags = OptionValues<typeof options>

/** `posts-understudy verify URL`. */
export const verify = defineCommand({
  operands: [providerOperand],
  options,
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
  notes: `Exit codes: 0 all held, or known in the baseline; 1 a clause is broken, or a
choice of --profile differs; 2 invalid arguments; 3 could not be judged.
With --sweep: 0 nothing is left; 1 some posts may be left.`,
  async run({ options, operands: [url = ''], io }) {
    const client = reachOf(url, options)
    const { seed } = options
    const budget = options.budget === undefined ? undefined : options.budget * 1000
    expectOneTask(options)
    if (options.dryRun) return await printDryRun(url, options, io)
    if (options.sweep) return await sweepProvider(client, io)
    const baselineFile = options.updateBaseline ? options.baseline : undefined
    await expectFiles({ '--baseline': baselineFile, ...reportFiles(options) })
    const baseline = openBaseline(options)
    const { readOnly, without, only, failFast, quiet, profile } = options
    const asked = { ...client, readOnly, without, failFast, ...defined({ only, seed, budget }) }
    onlyOf(asked)
    // The examples end with many posts; a replayed sequence has few.
    const isCrowded = options.only === undefined
    const announced = {
      quiet,
      readsOnly: onlyReads(options),
      without,
      about: isCrowded ? ` (about ${crowdSize - 1} at a time)` : '',
    }
    const judged = await runAtProvider(io, client, announced, (terms) =>
      verifyProvider({
        ...asked,
        ...terms,
        ...defined({ profile: profile?.answers, profileName: profile?.given }),
      }),
    )
    const result = await baseline.compare(judged, io)
    io.stdout.write(textReport(result, reportLook(io, options.verbose)))
    await writeReports(result, options, io)
    return result.exitCode
  },
})

interface NamedProfile {
  /** As it was given: a preset, or a file. */
  readonly given: string
  readonly answers: Profile
}

function namedProfile(): CommandOption<NamedProfile | undefined> {
  const read = (given: string) => ({ given, answers: readProfile(given, `--profile ${given}`) })
  return {
    ...profileOption(''),
    about: 'check the choices too: a preset, or a JSON file',
    defaultText: '',
    default: undefined,
    read,
  }
}

/** Refuses what --dry-run and --sweep would ignore. @throws UnderstudyError `OPTION_INVALID` */
function expectOneTask(options: Flags): void {
  const { dryRun, sweep, readOnly, only, baseline, updateBaseline } = options
  if (!dryRun && !sweep) return
  const files = Object.keys(reportOptions) as (keyof typeof reportOptions)[]
  const others = {
    '--dry-run': dryRun && sweep,
    '--read-only': readOnly && sweep,
    '--only': only !== undefined,
    '--baseline': baseline !== undefined,
    '--update-baseline': updateBaseline,
    ...Object.fromEntries(files.map((name) => [`--${name}`, options[name] !== undefined])),
  }
  const other = Object.entries(others).find(([, isGiven]) => isGiven)?.[0]
  if (other === undefined) return
  const what = sweep ? '--sweep only removes posts' : '--dry-run only prints requests'
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to run verify: ${what}, and ${other} does not go with it. Leave one out.`,
  )
}

/** `--without replace`; repeatable. */
function withoutOption() {
  const none: readonly LeftOut[] = []
  const names = leavable.join(', ')
  return readBy({
    value: 'operation',
    about: `leave out ${names}; repeatable`,
    default: none,
    read(given, before) {
      const operation = leavable.find((each) => each === given)
      if (operation === undefined)
        throw new Error(`${JSON.stringify(given)} cannot be left out. Pass one of ${names}.`)
      return [...new Set([...before, operation])]
    },
  })
}

async function printDryRun(url: string, options: Flags, { stdout }: CommandIo): Promise<number> {
  const { profile, readOnly, without } = options
  const lines = await dryRunOf({
    url: readProviderUrl(url).base,
    readOnly,
    without,
    ...defined({ profile: profile?.answers }),
  })
  stdout.write(`${lines.join('\n')}\n`)
  return 0
}
