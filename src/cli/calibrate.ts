import type { Command } from 'commander'
import { outputFile, tellWritten, toolName, writeOutput } from './files.ts'
import { type CommandIo, reportLook } from './io.ts'
import { addProviderOptions, type ProviderFlags, reachOf } from './options.ts'
import { runAtProvider } from './provider-run.ts'

const usualFile = 'posts.profile.json'

interface CalibrateFlags extends ProviderFlags {
  readonly out: string
  readonly html?: string
  readonly json?: string
}

export function addCalibrate(program: Command, io: CommandIo): void {
  const command = program
    .command('calibrate')
    .description("write a deployed provider's profile")
    .optionsGroup('Output:')
    .option('--out <file>', 'the profile to write', outputFile, usualFile)
    .option('--html <file>', 'write an HTML report', outputFile)
    .option('--json <file>', 'write the result as JSON', outputFile)
  addProviderOptions(command)
    .addHelpText(
      'after',
      `
Exit codes: 0 the profile is written; 2 invalid arguments; 3 the provider
could not be calibrated.

Examples: write ${usualFile}, and serve a mock that answers like it:
  npx posts-understudy calibrate https://staging.example.com/v1
  npx posts-understudy serve --profile ${usualFile}`,
    )
    .action((url: string, flags: CalibrateFlags) => calibrate(url, flags, io))
}

async function calibrate(url: string, flags: CalibrateFlags, io: CommandIo): Promise<void> {
  const { out, html, json, quiet = false, verbose } = flags
  const reach = reachOf(url, flags)
  const { calibrateProfile } = await import('../../contracts/calibrate/calibrate-profile.ts')
  const { calibrationHtml, calibrationReport, profileFileText } = await import(
    '../../contracts/report/profile-reports.ts'
  )
  const { jsonReport } = await import('../../contracts/report/verify-reports.ts')
  const result = await runAtProvider(io, reach, { quiet }, (terms) =>
    calibrateProfile({ ...reach, ...terms }),
  )
  io.stdout.write(calibrationReport(result, reportLook(io.stdout, verbose)))
  const facts = { at: Date.now(), by: toolName() }
  if (html !== undefined) await writeOutput(html, calibrationHtml(result, facts))
  if (json !== undefined) await writeOutput(json, jsonReport(result))
  const profile = result.failureReason === undefined ? out : undefined
  if (profile !== undefined) await writeOutput(profile, profileFileText(result, facts))
  if (!quiet) tellWritten([html, json, profile], io)
  io.exitCode = profile === undefined ? 3 : 0
}
