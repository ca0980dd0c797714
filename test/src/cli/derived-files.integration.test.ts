import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openApiDocument } from '../../../contracts/openapi/openapi.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { runCli, startCli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

const pactFile = 'posts-consumer-posts-service.pact.json'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

test('the committed Pact file is current', async () => {
  const committed = join(import.meta.dirname, '../../../contracts')
  const { code } = await runCli('contract', '--out', committed, '--check')
  expect(code, 'Write it anew with: node src/cli/main.ts contract --out contracts').toBe(0)
})

test('makes the folder, writes the file for pacticipants and names it', async () => {
  const out = join(folder, 'deep/pacts')
  const file = join(out, 'blog-api.pact.json')
  const result = await runCli('contract', '--out', out, '--consumer', 'blog', '--provider', 'api')
  expect(result).toEqual({ code: 0, stdout: `${file}\n`, stderr: '' })
  const written = JSON.parse(await readFile(file, 'utf8'))
  expect(written).toMatchObject({ consumer: { name: 'blog' }, provider: { name: 'api' } })
})

test('finds its own file current, and says if it is not, without writing', async () => {
  const check = () => runCli('contract', '--out', folder, '--check')
  const failing = (words: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(words) })
  expect(await check()).toEqual(failing('does not exist. Run'))
  await runCli('contract', '--out', folder)
  expect(await check()).toEqual({ code: 0, stdout: '', stderr: '' })
  await writeFile(join(folder, pactFile), '{}')
  expect(await check()).toEqual(failing('is out of date. Run'))
  expect(await readFile(join(folder, pactFile), 'utf8')).toBe('{}')
})

test('leaves what is in the place of the file, if it cannot be replaced', async () => {
  await mkdir(join(folder, pactFile))
  const { code, stderr } = await runCli('contract', '--out', folder)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('Pass a file in a writable folder'),
  })
  expect(await readdir(folder)).toEqual([pactFile])
})

test('prints the document of the default profile, in every process the same bytes', async () => {
  const document = `${JSON.stringify(await openApiDocument(completeProfile()), null, 2)}\n`
  await using cli = startCli('openapi')
  expect([await cli.ended, cli.printed]).toEqual([0, { stdout: document, stderr: '' }])
  expect(await runCli('openapi')).toEqual({ code: 0, stdout: document, stderr: '' })
})

test('writes a file for a profile, and nothing else', async () => {
  const file = join(folder, 'openapi.json')
  const ended = await runCli('openapi', '--profile', 'minimal', '--out', file)
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await readdir(folder)).toEqual(['openapi.json'])
  const expected = await openApiDocument(completeProfile('minimal'))
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(expected)))
})
