import { defaultServerUrl, openApiDocument } from '../../contracts/openapi.ts'
import { UnderstudyError } from '../errors.ts'
import { completeProfile } from '../profile.ts'
import { writeAtomically } from '../server/write-atomically.ts'
import { defineCommand } from './command.ts'
import { text } from './options.ts'
import { profileOption } from './profile-option.ts'

/** `posts-understudy openapi`: the interface and a profile's answers as OpenAPI 3.1, as JSON. */
export const openapi = defineCommand({
  name: 'openapi',
  summary: 'write the interface as OpenAPI 3.1, the profile included',
  options: {
    profile: profileOption('the profile that answers what the interface document leaves open'),
    server: text({
      value: 'url',
      about: 'the base address of the service, absolute or from / on; it ends in /v1',
      default: defaultServerUrl,
    }),
    out: text({
      value: 'file',
      about: 'the file to write, replaced in one step',
      default: undefined,
      defaultText: 'stdout',
    }),
  },
  examples: [
    ['posts-understudy openapi --out openapi.json', 'writes the document of the default profile into a file'],
    [
      'posts-understudy openapi --profile json-server --server https://api.example.com/v1',
      'prints the document of another profile, for a service elsewhere',
    ],
  ],
  async run({ options: { profile, server, out }, io }) {
    const document = openApiDocument(profile ?? completeProfile(), { serverUrl: server })
    const json = `${JSON.stringify(document, null, 2)}\n`
    if (out === undefined) {
      io.stdout.write(json)
    } else {
      await write(out, json)
      io.stderr.write(`Wrote ${out}\n`)
    }
    return 0
  },
})

async function write(file: string, content: string): Promise<void> {
  try {
    await writeAtomically(file, content)
  } catch (error) {
    // What follows the first comma names the draft beside the file, which nobody asked for.
    const [fact] = String(error instanceof Error ? error.message : error).split(',')
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Failed to write --out ${file}: ${fact}. Pass a file in a folder that exists and may be written to.`,
    )
  }
}
