import { calibrateProfile } from '../../contracts/calibrate.ts'
import { calibrationReport } from '../../contracts/report/calibration-report.ts'
import { jsonReport } from '../../contracts/report/json-report.ts'
import { profileFileText } from '../../contracts/report/profile-file.ts'
import type { CliCommand } from './command.ts'
import { outputPath, toggle } from './options.ts'
import { toolName } from './package-version.ts'
import {
  connectionOptions,
  ledgerOption,
  type ProviderFlags,
  providerOperand,
  reachOf,
} from './provider-options.ts'
import { runAtProvider } from './provider-run.ts'
import { expectFiles, writeReport } from './report-file.ts'
import { reportLook } from './style.ts'

const usualFile = 'posts.profile.json'

interface CalibrateFlags extends ProviderFlags {
  readonly out?: string
  readonly json?: string
  readonly verbose?: boolean
  readonly quiet?: boolean
}

/** `posts-understudy calibrate URL`. */
export const calibrate: CliCommand<CalibrateFlags> = {
  describe(program) {
    const options = [
      outputPath('--out <file>', 'the profile to write, replaced in one step').default(usualFile),
      ...connectionOptions(),
      ledgerOption(),
      outputPath('--json <file>', 'write the result as JSON'),
      toggle('--verbose', 'list every choice with its answer'),
      toggle('--quiet', 'print only the report: no announcement, no progress').hideHelp(),
    ]
    program.argument(...providerOperand)
    for (const option of options) program.addOption(option)
  },
  examples: [
    ['npx posts-understudy calibrate https://staging.example.com/v1', `writes ${usualFile}`],
    [`npx posts-understudy serve --profile ${usualFile}`, 'serves a mock that answers like it'],
  ],
  notes: `Exit codes: 0 the profile is written; 2 invalid arguments; 3 the provider
could not be calibrated.`,
  async run(flags, io, [url = '']) {
    const { out = usualFile, quiet = false, verbose = false, json } = flags
    const reach = reachOf(url, flags)
    await expectFiles({ '--out': out, '--json': json })
    const result = await runAtProvider(io, reach, { quiet }, (terms) =>
      calibrateProfile({ ...reach, ...terms }),
    )
    io.stdout.write(calibrationReport(result, reportLook(io, verbose)))
    if (json !== undefined) await writeReport('--json', json, jsonReport(result))
    if (result.failureReason !== undefined) return 3
    await writeReport('--out', out, profileFileText(result, { at: Date.now(), by: toolName() }))
    if (!quiet) io.stderr.write(`Wrote ${out}\n`)
    return 0
  },
}
