import type { Command } from 'commander'
import { jsonFileText } from '../../handlers/model/json.ts'
import type { CommandIo } from './io.ts'
import { readProfile } from './options.ts'
import { outputFile, writeOutput } from './output-file.ts'
import { reportLook } from './style.ts'

/** Adds `posts-understudy diff A B`. */
export function addDiff(program: Command, io: CommandIo): void {
  program
    .command('diff')
    .description('list the choices to which two profiles have different answers')
    .argument('<A>', 'the old profile: a preset or a JSON file')
    .argument('<B>', 'the new profile')
    .option('--json <file>', 'write the differences as JSON', outputFile)
    .addHelpText(
      'after',
      `
Exit codes: 0 no choice differs; 1 some differ; 2 invalid arguments.

Example: npx posts-understudy diff default json-server`,
    )
    .action(async (a: string, b: string, { json }: { readonly json?: string }) => {
      const { diffProfiles } = await import('../../contracts/choices/profile-diff.ts')
      const { diffReport } = await import('../../contracts/report/profile-reports.ts')
      const differences = diffProfiles(readProfile(a), readProfile(b))
      if (json !== undefined) await writeOutput(json, jsonFileText({ schemaVersion: 1, differences }))
      io.stdout.write(diffReport([a, b], differences, reportLook(io.stdout)))
      io.exitCode = differences.length > 0 ? 1 : 0
    })
}
