import { defaultServerUrl, openApiDocument } from '../../contracts/openapi/openapi.ts'
import { completeProfile } from '../../handlers/choices/profile.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { defineCommand } from './command.ts'
import { outputPath, text } from './options.ts'
import { profileOption } from './profile-option.ts'
import { expectFiles, writeReport } from './report-file.ts'

/** `posts-understudy openapi`: the interface and a profile's answers as OpenAPI 3.1, as JSON. */
export const openapi = defineCommand({
  options: {
    profile: profileOption('the answers to what the interface document leaves open'),
    server: text({
      value: 'url',
      about: 'the base address of the service, absolute or starting with /; it must end in /v1',
      default: defaultServerUrl,
    }),
    out: outputPath({
      value: 'file',
      about: 'the file to write, replaced in one step',
      default: undefined,
      defaultText: 'stdout',
    }),
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
  async run({ options: { profile, server, out }, io }) {
    await expectFiles({ '--out': out })
    const document = openApiDocument(profile ?? completeProfile(), { serverUrl: server })
    const json = jsonFileText(document)
    if (out === undefined) {
      io.stdout.write(json)
    } else {
      await writeReport('--out', out, json)
      io.stderr.write(`Wrote ${out}\n`)
    }
    return 0
  },
})
