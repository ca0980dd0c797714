import { calibrateProfile } from '../../contracts/calibrate.ts'
import { calibrationReport } from '../../contracts/report/calibration-report.ts'
import { jsonReport } from '../../contracts/report/json-report.ts'
import { profileFileText } from '../../contracts/report/profile-file.ts'
import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import { defined } from '../../handlers/model/defined.ts'
import { defineCommand } from './command.ts'
import { probeOptions } from './fidelity.ts'
import { outputPath, readBy, toggle, wholeNumber } from './options.ts'
import { toolName } from './package-version.ts'
import { readStated } from './profile-option.ts'
import { providerOperand, providerOptions, reachOf } from './provider-options.ts'
import { runAtProvider } from './provider-run.ts'
import { expectFiles, writeReport } from './report-file.ts'
import { reportStyle } from './style.ts'

const usualFile = 'posts.profile.json'
const presetNames = Object.keys(presets)
const mebi = 1024 * 1024

/** `posts-understudy calibrate URL`. */
export const calibrate = defineCommand({
  operands: [providerOperand],
  options: {
    out: outputPath({
      value: 'file',
      about: 'the profile to write, replaced in one step',
      default: undefined,
      defaultText: `${usualFile}; with --against none`,
    }),
    against: readBy({
      value: 'name or file',
      about: 'an earlier profile of the provider: report what changed since',
      default: undefined as ReturnType<typeof readStated> | undefined,
      defaultText: 'none',
      read: (given) => readStated(given, `--against ${given}`),
    }),
    extends: readBy<PresetName>({
      value: 'preset',
      about: `the preset for choices that could not be learned: ${presetNames.join(', ')}`,
      default: 'default',
      read: readPreset,
    }),
    largestBody: wholeNumber({
      value: 'bytes',
      about: 'the largest body to send; higher limits are not found',
      default: 2 * mebi + 1,
      min: 1000,
      max: 64 * mebi,
    }),
    readOnly: toggle('send only GET, HEAD and OPTIONS'),
    ...probeOptions,
    ...providerOptions,
    json: outputPath({ value: 'file', about: 'write the result as JSON', default: undefined }),
    verbose: toggle('list every choice with its evidence'),
    quiet: toggle('print only the report: no announcement, no progress'),
  },
  examples: [
    ['npx posts-understudy calibrate https://staging.example.com/v1', `writes ${usualFile}`],
    [`npx posts-understudy serve --profile ${usualFile}`, 'serves a mock that answers like it'],
    [
      `npx posts-understudy calibrate https://staging.example.com/v1 --against ${usualFile} --header "Authorization: Bearer $TOKEN"`,
      'in a nightly job: fails if the provider changed, and writes nothing',
    ],
  ],
  notes: `Exit codes: 0 the profile is written, or nothing changed; 1 with --against, something changed; 2 invalid arguments;
3 the provider could not be calibrated. Every post of the run is noted on disk before it is created, and removed at the end, also
after Ctrl-C. Test bodies nest at most 1,000 levels.`,
  async run({ options, operands: [url = ''], io }) {
    const { against, largestBody, probes, seed, quiet, verbose, json, readOnly } = options
    const out = options.out ?? (against === undefined ? usualFile : undefined)
    const reach = reachOf(url, options)
    await expectFiles({ '--out': out, '--json': json })
    const about = `, with bodies of up to ${largestBody.toLocaleString('en')} bytes,`
    const result = await runAtProvider(io, reach, { quiet, readsOnly: readOnly, about }, (terms) =>
      calibrateProfile({
        ...reach,
        extends: options.extends,
        readOnly,
        largestBody,
        probes,
        ...defined({ seed, against }),
        ...terms,
      }),
    )
    io.stdout.write(calibrationReport(result, reportStyle(io), verbose))
    if (json !== undefined) await writeReport('--json', json, jsonReport(result))
    if (out !== undefined && result.failureReason === undefined)
      await writeReport('--out', out, profileFileText(result, { at: Date.now(), by: toolName() }))
    if (result.failureReason !== undefined) return 3
    if (out !== undefined && !quiet) io.stderr.write(`Wrote ${out}\n`)
    return (result.drift ?? []).length > 0 ? 1 : 0
  },
})

function readPreset(given: string): PresetName {
  if (Object.hasOwn(presets, given)) return given as PresetName
  throw new Error(`there is no preset ${JSON.stringify(given)}. Pass one of ${presetNames.join(', ')}.`)
}
