import { join } from 'node:path'
import {
  deriveContractFiles,
  outdatedFiles,
  writeContractFiles,
} from '../../contracts/pact/contract-files.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { CliCommand } from './command.ts'
import { outputPath, text, toggle } from './options.ts'
import { profileOption } from './profile-option.ts'
import { say } from './style.ts'

interface ContractFlags {
  readonly out: string
  readonly consumer: string
  readonly provider: string
  readonly profile?: Profile
  readonly check?: boolean
}

/** `posts-understudy contract`. */
export const contract: CliCommand<ContractFlags> = {
  describe(program) {
    program
      .addOption(outputPath('--out <folder>', 'the folder of the files').default('pacts'))
      .addOption(text('--consumer <name>', 'the consumer in the files').default('posts-consumer'))
      .addOption(text('--provider <name>', 'the provider in the files').default('posts-service'))
      .addOption(profileOption('the answers to what the interface document leaves open'))
      .addOption(toggle('--check', 'write nothing, and exit with 1 if the files are out of date'))
  },
  examples: [
    ['npx posts-understudy contract', 'writes a Pact file for the document and one for the default profile'],
    [
      'npx posts-understudy contract --consumer blog-web --provider posts-api --profile posts.profile.json',
      'with the participants of a broker, and your own profile',
    ],
    ['npx posts-understudy contract --check', 'fails a CI job if the committed files are out of date'],
  ],
  notes: `Exit codes: 0 written, or up to date; 1 with --check, out of date; 2 invalid arguments.
Standard output lists the files; with --check, those that are out of date.`,
  async run({ out, profile, check, consumer, provider }, io) {
    const files = await deriveContractFiles({ consumer, provider, ...defined({ profile }) })
    if (!check) {
      await writeContractFiles(out, files)
      io.stdout.write(files.map(({ name }) => `${join(out, name)}\n`).join(''))
      return 0
    }
    const outdated = await outdatedFiles(out, files)
    if (outdated.length === 0) {
      say(io.stderr, `The Pact files in ${out} are up to date.`)
      return 0
    }
    io.stdout.write(outdated.map((name) => `${join(out, name)}\n`).join(''))
    say(
      io.stderr,
      `The Pact files in ${out} are out of date. Run the same command without --check to update them.`,
    )
    return 1
  },
}
