import { defaultServerUrl, openApiDocument } from '../../contracts/openapi/openapi.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import type { CliCommand } from './command.ts'
import { outputPath, text } from './options.ts'
import { profileOption } from './profile-option.ts'
import { expectFiles, writeReport } from './report-file.ts'

interface OpenApiFlags {
  readonly profile?: Profile
  readonly server: string
  readonly out?: string
}

/** `posts-understudy openapi`: the interface and a profile's answers as OpenAPI 3.1, as JSON. */
export const openapi: CliCommand<OpenApiFlags> = {
  describe(program) {
    program
      .addOption(profileOption('the answers to what the interface document leaves open'))
      .addOption(
        text(
          '--server <url>',
          'the base address of the service, absolute or starting with /; it must end in /v1',
        ).default(defaultServerUrl),
      )
      .addOption(outputPath('--out <file>', 'the file to write, replaced in one step (default: stdout)'))
  },
  examples: [
    [
      'npx posts-understudy openapi --out openapi.json',
      'writes the document of the default profile into a file',
    ],
    [
      'npx posts-understudy openapi --profile json-server --server https://api.example.com/v1',
      'prints the document of another profile and server',
    ],
  ],
  async run({ profile, server, out }, io) {
    await expectFiles({ '--out': out })
    const document = await openApiDocument(profile ?? completeProfile(), { serverUrl: server })
    const json = jsonFileText(document)
    if (out === undefined) {
      io.stdout.write(json)
    } else {
      await writeReport('--out', out, json)
      io.stderr.write(`Wrote ${out}\n`)
    }
    return 0
  },
}
