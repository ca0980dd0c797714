import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { deriveContractFiles, outdatedFiles } from '../../../contracts/pact/contract-files.ts'
import { runCli } from '../../support/cli-surroundings.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

const names = [
  'posts-consumer-posts-service.document.pact.json',
  'posts-consumer-posts-service.mock.pact.json',
]
const listIn = (out: string) => names.map((name) => `${join(out, name)}\n`).join('')

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

test('the committed Pact files are current', async () => {
  const committed = join(import.meta.dirname, '../../../contracts')
  const outdated = await outdatedFiles(committed, await deriveContractFiles({}))
  expect(outdated, 'Write them anew with: node src/cli/main.ts contract --out contracts').toEqual([])
})

test('writes both files and names them, and finds them current', async () => {
  expect(await runCli('contract', '--out', folder)).toEqual({ code: 0, stdout: listIn(folder), stderr: '' })
  expect(await readdir(folder)).toEqual(names)
  expect(await runCli('contract', '--out', folder, '--check')).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('makes the folder, and files for pacticipants and a profile', async () => {
  const out = join(folder, 'deep/pacts')
  const given = ['--out', out, '--consumer', 'blog', '--provider', 'api', '--profile', 'minimal']
  expect((await runCli('contract', ...given)).code).toBe(0)
  const mock = JSON.parse(await readFile(join(out, 'blog-api.mock.pact.json'), 'utf8'))
  expect(mock).toMatchObject({ consumer: { name: 'blog' }, provider: { name: 'api' } })
})

test('names the files that are out of date, and writes nothing', async () => {
  await runCli('contract', '--out', folder, '--profile', 'json-server')
  const before = await readFile(join(folder, names[1] as string), 'utf8')
  const { code, stdout, stderr } = await runCli('contract', '--out', folder, '--check')
  expect({ code, stdout }).toEqual({ code: 1, stdout: listIn(folder) })
  expect(stderr).toContain('Run the same command without --check.')
  expect(await readFile(join(folder, names[1] as string), 'utf8')).toBe(before)
})

test('refuses a profile whose service takes no post, and a file that cannot be replaced', async () => {
  const profile = join(folder, 'tiny.json')
  await writeFile(profile, '{ "input.max-bytes": 1 }')
  const refused = await runCli('contract', '--out', folder, '--profile', profile)
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('the mock refuses the request (413)'),
  ])
  await mkdir(join(folder, names[0] as string))
  expect((await runCli('contract', '--out', folder)).code).toBe(2)
})
