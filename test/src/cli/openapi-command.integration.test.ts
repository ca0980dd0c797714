import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../../contracts/openapi/openapi.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { runCli, startCli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

test('prints the document of the default profile, in every process the same bytes', async () => {
  const document = `${JSON.stringify(await openApiDocument(completeProfile()), null, 2)}\n`
  await using cli = startCli('openapi')
  expect([await cli.ended, cli.printed]).toEqual([0, { stdout: document, stderr: '' }])
  expect(await runCli('openapi')).toEqual({ code: 0, stdout: document, stderr: '' })
})

test('writes a file for a profile and a server, and nothing else', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'openapi.json')
  const serverUrl = 'https://api.example.com/v1'
  const ended = await runCli('openapi', '--profile', 'minimal', '--server', serverUrl, '--out', file)
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await readdir(folder)).toEqual(['openapi.json'])
  const expected = await openApiDocument(completeProfile('minimal'), { serverUrl })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(expected)))
})
