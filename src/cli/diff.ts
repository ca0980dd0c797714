import type { Command } from 'commander'
import type { TextReportOptions } from '../../contracts/report/text-report.ts'
import { unknownIn } from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { isClientFile, outputFile, readClient, readProfile, writeOutput } from './files.ts'
import { type CommandIo, reportLook } from './io.ts'

export function addDiff(program: Command, io: CommandIo): void {
  program
    .command('diff')
    .description('compare profiles, or a client with a profile')
    .argument('<A>', 'the old profile: a preset or a JSON file; or a client file')
    .argument('<B>', 'the new profile')
    .option('--json <file>', 'write the differences as JSON', outputFile)
    .addHelpText(
      'after',
      `
Exit codes: 0 no choice differs, or the client goes with the profile; 1 some
differ, or the client breaks; 2 invalid arguments.

Examples:
  npx posts-understudy diff default json-server
  npx posts-understudy diff posts.client.json posts.profile.json`,
    )
    .action(async (a: string, b: string, { json }: { readonly json?: string }) => {
      const files = [a, b].filter(isClientFile)
      if (files.length === 2)
        throw new UnderstudyError(
          'CLIENT_INVALID',
          `Failed to compare ${a} and ${b}: both are client files. Pass a profile.`,
        )
      const [file] = files
      const compared =
        file === undefined ? await profilesOf(a, b) : await clientWith(file, file === a ? b : a)
      if (json !== undefined) await writeOutput(json, jsonFileText({ schemaVersion: 1, ...compared.result }))
      io.stdout.write(compared.report(reportLook(io.stdout)))
      io.exitCode = compared.isSame ? 0 : 1
    })
}

async function profilesOf(a: string, b: string) {
  const { diffProfiles } = await import('../../contracts/choices/profile-diff.ts')
  const { diffReport } = await import('../../contracts/report/profile-reports.ts')
  const differences = diffProfiles(readProfile(a), readProfile(b))
  const report = (look: TextReportOptions) => diffReport([a, b], differences, look)
  return { result: { differences }, report, isSame: differences.length === 0 }
}

async function clientWith(file: string, profileName: string) {
  const { seen, undetermined } = await import('../../contracts/choices/detection.ts')
  const { fitOf } = await import('../../contracts/client/fit.ts')
  const { fitReport } = await import('../../contracts/report/client-report.ts')
  const profile = readProfile(profileName)
  const { name, client } = readClient(file)
  const fit = fitOf(name, client, (choice) =>
    unknownIn(profile).has(choice) ? undetermined('the profile marks it as unknown') : seen(profile[choice]),
  )
  return {
    result: { fit },
    report: (look: TextReportOptions) => fitReport(fit, look),
    isSame: fit.breaks.length === 0,
  }
}
