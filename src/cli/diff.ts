import { diffProfiles } from '../../contracts/choices/profile-diff.ts'
import { diffReport } from '../../contracts/report/diff-report.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import type { CliCommand } from './command.ts'
import { outputPath } from './options.ts'
import { readProfile } from './profile-option.ts'
import { expectFiles, writeReport } from './report-file.ts'
import { reportLook } from './style.ts'

/** `posts-understudy diff A B`. */
export const diff: CliCommand<{ readonly json?: string }> = {
  describe(program) {
    program
      .argument('<A>', 'the old profile: a preset or a JSON file')
      .argument('<B>', 'the new profile')
      .addOption(outputPath('--json <file>', 'write the differences as JSON'))
  },
  examples: [
    ['npx posts-understudy diff default json-server', 'compares two presets'],
    [
      'npx posts-understudy diff posts.profile.json staging.profile.json',
      'compares the profiles of two providers',
    ],
  ],
  notes: 'Exit codes: 0 no choice differs; 1 some differ; 2 invalid arguments.',
  async run({ json }, io, [a = '', b = '']) {
    await expectFiles({ '--json': json })
    const [from, to] = [readProfile(a, a), readProfile(b, b)]
    const differences = diffProfiles(from, to)
    if (json !== undefined) await writeReport('--json', json, jsonFileText({ schemaVersion: 1, differences }))
    const { style, width } = reportLook(io, false)
    io.stdout.write(diffReport({ names: [a, b], differences, width }, style))
    return differences.length > 0 ? 1 : 0
  },
}
