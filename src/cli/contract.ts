import { join } from 'node:path'
import { deriveContractFiles, findDrift, writeContractFiles } from '../../contracts/pact/contract-files.ts'
import { contractReport, driftReport } from '../../contracts/report/contract-report.ts'
import { defineCommand } from './command.ts'
import { text, toggle } from './options.ts'
import { profileOption } from './profile-option.ts'

/** `posts-understudy contract`. */
export const contract = defineCommand({
  options: {
    out: text({ value: 'folder', about: 'where the files are, or will be', default: 'pacts' }),
    consumer: text({ value: 'name', about: 'the consumer in the files', default: 'posts-consumer' }),
    provider: text({ value: 'name', about: 'the provider in the files', default: 'posts-service' }),
    profile: profileOption('the answers to what the interface document leaves open'),
    check: toggle('write nothing, and exit with 1 where the files are not what would be written'),
  },
  examples: [
    ['npx posts-understudy contract', 'writes a Pact file for the document and one for the default profile'],
    [
      'npx posts-understudy contract --consumer blog-web --provider posts-api --profile posts.profile.json',
      'writes them for the pacticipants of a broker, and for a profile of your own',
    ],
    ['npx posts-understudy contract --check', 'fails a CI job whose committed files have gone stale'],
  ],
  notes: `Exit codes: 0 written, or current; 1 with --check, where the files are not current; 2 invalid arguments.
Standard output names the files, a line each; with --check, what changed in them.`,
  async run({ options: { out, profile, check, ...names }, io }) {
    const derived = await deriveContractFiles({ ...names, ...(profile && { profile }) })
    if (!check) {
      await writeContractFiles(out, derived.files)
      io.stdout.write(derived.files.map(({ name }) => `${join(out, name)}\n`).join(''))
      io.stderr.write(`${contractReport(derived)}\n`)
      return 0
    }
    const drifts = await findDrift(out, derived.files)
    if (drifts.length === 0) {
      io.stderr.write(`The Pact files in ${out} are current.\n`)
      return 0
    }
    io.stdout.write(`${driftReport(drifts)}\n`)
    io.stderr.write(
      `The Pact files in ${out} are not current. The same command without --check writes them anew.\n`,
    )
    return 1
  },
})
