import { diffProfiles } from '../../contracts/choices/profile-diff.ts'
import { diffReport } from '../../contracts/report/diff-report.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { defineCommand } from './command.ts'
import { outputPath } from './options.ts'
import { readProfile } from './profile-option.ts'
import { expectFiles, writeReport } from './report-file.ts'
import { reportLook } from './style.ts'

/** `posts-understudy diff A B`. */
export const diff = defineCommand({
  operands: [
    { name: 'A', about: 'the old profile: a preset or a JSON file' },
    { name: 'B', about: 'the new profile' },
  ],
  options: {
    json: outputPath({ value: 'file', about: 'write the differences as JSON', default: undefined }),
  },
  examples: [
    ['npx posts-understudy diff default json-server', 'compares two presets'],
    [
      'npx posts-understudy diff posts.profile.json staging.profile.json',
      'compares the profiles of two providers',
    ],
  ],
  notes: 'Exit codes: 0 no choice differs; 1 some differ; 2 invalid arguments.',
  async run({ options: { json }, operands: [a = '', b = ''], io }) {
    await expectFiles({ '--json': json })
    const [from, to] = [readProfile(a, a), readProfile(b, b)]
    const differences = diffProfiles(from, to)
    if (json !== undefined) await writeReport('--json', json, jsonFileText({ schemaVersion: 1, differences }))
    const { style, width } = reportLook(io, false)
    io.stdout.write(diffReport({ names: [a, b], differences, width }, style))
    return differences.length > 0 ? 1 : 0
  },
})
