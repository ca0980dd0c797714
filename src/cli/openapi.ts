import type { Command } from 'commander'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { outputFile, profileAbout, readProfile, writeOutput } from './files.ts'
import type { CommandIo } from './io.ts'

interface OpenApiFlags {
  readonly profile?: Profile
  readonly out?: string
}

/** Adds `posts-understudy openapi`: the interface and a profile's answers as OpenAPI 3.1, as JSON. */
export function addOpenapi(program: Command, io: CommandIo): void {
  program
    .command('openapi')
    .description('write the interface as OpenAPI 3.1')
    .option('--profile <name or file>', profileAbout, readProfile)
    .option('--out <file>', 'the file to write (default: standard output)', outputFile)
    .addHelpText(
      'after',
      `
Exit codes: 0 written; 2 invalid arguments.

Example: npx posts-understudy openapi --profile json-server --out openapi.json`,
    )
    .action(async ({ profile = completeProfile(), out }: OpenApiFlags) => {
      const { openApiDocument } = await import('../../contracts/openapi/openapi.ts')
      const json = jsonFileText(await openApiDocument(profile))
      if (out === undefined) io.stdout.write(json)
      else await writeOutput(out, json)
    })
}
