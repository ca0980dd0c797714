import { measureFidelity, usualProbes } from '../../contracts/fidelity.ts'
import { fidelityReport } from '../../contracts/report/fidelity-report.ts'
import { jsonReport } from '../../contracts/report/json-report.ts'
import { defined } from '../../handlers/model/defined.ts'
import { seeds } from '../../handlers/model/random.ts'
import { defineCommand } from './command.ts'
import { outputPath, toggle, wholeNumber } from './options.ts'
import { profileOption } from './profile-option.ts'
import { providerOperand, providerOptions, reachOf } from './provider-options.ts'
import { runAtProvider } from './provider-run.ts'
import { expectFiles, writeReport } from './report-file.ts'
import { reportStyle } from './style.ts'

const probes = {
  value: 'number',
  about: 'random requests that compare provider and mock',
  default: usualProbes,
  max: 1_000_000,
}

/** The options of every command with probes. */
export const probeOptions = {
  probes: wholeNumber({ ...probes, min: 0 }),
  seed: wholeNumber({
    value: 'number',
    about: 'repeats the same random requests',
    default: undefined,
    defaultText: 'random, and printed',
    min: 0,
    max: seeds - 1,
  }),
}

/** `posts-understudy fidelity URL`. */
export const fidelity = defineCommand({
  operands: [providerOperand],
  options: {
    profile: profileOption('the profile of the mock'),
    ...probeOptions,
    // At least one.
    probes: wholeNumber({ ...probes, min: 1 }),
    min: wholeNumber({
      value: 'percent',
      about: 'exit with 1 below this fidelity',
      default: undefined,
      defaultText: 'none',
      min: 1,
      max: 100,
    }),
    ...providerOptions,
    json: outputPath({ value: 'file', about: 'write the result as JSON', default: undefined }),
    quiet: toggle('print only the report: no announcement, no progress'),
  },
  examples: [
    [
      'npx posts-understudy fidelity https://staging.example.com/v1 --profile posts.profile.json',
      'compares 200 random requests, and a read after each write',
    ],
    [
      'npx posts-understudy fidelity https://staging.example.com/v1 --profile posts.profile.json --probes 2000',
      'takes longer, and finds rarer differences',
    ],
    [
      'npx posts-understudy fidelity https://staging.example.com/v1 --profile posts.profile.json --min 95',
      'in a CI job: fails if fewer than 95 % of the replies are equal',
    ],
  ],
  notes: `Exit codes: 0 measured; 1 below --min; 2 invalid arguments; 3 the provider could not be measured.
Every post of the run is noted on disk before it is created, and removed at the end, also after Ctrl-C.`,
  async run({ options, operands: [url = ''], io }) {
    const { profile, probes, seed, min, quiet, json } = options
    const reach = reachOf(url, options)
    await expectFiles({ '--json': json })
    const result = await runAtProvider(io, reach, { quiet }, (terms) =>
      measureFidelity({
        ...reach,
        probes,
        ...defined({ profile, seed }),
        ...terms,
      }),
    )
    io.stdout.write(fidelityReport(result, reportStyle(io)))
    if (json !== undefined) await writeReport('--json', json, jsonReport(result))
    if (result.failureReason !== undefined) return 3
    const { replies = 0, same = 0 } = result.fidelity ?? {}
    if (min === undefined || (replies > 0 && 100 * same >= min * replies)) return 0
    io.stderr.write(`The fidelity is below ${min} % (--min).\n`)
    return 1
  },
})
