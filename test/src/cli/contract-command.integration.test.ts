import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  deriveContractFiles,
  outdatedFiles,
  writeContractFiles,
} from '../../../contracts/pact/contract-files.ts'
import { runCommandLine } from '../../../src/cli/command-line.ts'

const names = [
  'posts-consumer-posts-service.document.pact.json',
  'posts-consumer-posts-service.mock.pact.json',
]

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'understudy-contract-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function run(...parameters: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const io = {
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => err.push(text) },
    env: {},
    stopped: () => new Promise<void>(() => {}),
  }
  const code = await runCommandLine(['contract', ...parameters], io)
  return { code, out: out.join(''), err: err.join('') }
}

test('the committed Pact files are current', async () => {
  const outdated = await outdatedFiles(
    join(import.meta.dirname, '../../../contracts'),
    await deriveContractFiles({}),
  )
  expect(outdated, 'Write them anew with: node src/cli/main.ts contract --out contracts').toEqual([])
})

test('writes both files and names them', async () => {
  const out = await folder()
  const result = await run('--out', out)
  expect(result).toMatchObject({ code: 0, out: names.map((name) => `${join(out, name)}\n`).join('') })
  expect(await readdir(out)).toEqual(names)
})

test('makes the folder, and files for pacticipants and a profile', async () => {
  const out = join(await folder(), 'deep/pacts')
  const { code } = await run('--out', out, '--consumer', 'blog', '--provider', 'api', '--profile', 'minimal')
  expect(code).toBe(0)
  const mock = JSON.parse(await readFile(join(out, 'blog-api.mock.pact.json'), 'utf8'))
  expect(mock).toMatchObject({ consumer: { name: 'blog' }, provider: { name: 'api' } })
  const created = mock.interactions.find(({ key }: { key: string }) => key === 'create/plain')
  expect(created.response).toMatchObject({ status: 201, body: { content: '' } })
})

test('finds its own files current', async () => {
  const out = await folder()
  await run('--out', out)
  expect(await run('--out', out, '--check')).toEqual({
    code: 0,
    out: '',
    err: `The Pact files in ${out} are up to date.\n`,
  })
})

test('names the files that are out of date, and writes nothing', async () => {
  const out = await folder()
  await run('--out', out, '--profile', 'json-server')
  const before = await readFile(join(out, names[1] as string), 'utf8')
  const result = await run('--out', out, '--check')
  expect(result.code).toBe(1)
  expect(result.out).toBe(names.map((name) => `${join(out, name)}\n`).join(''))
  expect(result.err).toContain('Run the same command without --check to update them.')
  expect(await readFile(join(out, names[1] as string), 'utf8')).toBe(before)
})

test.each([
  [['--consumer', '../blog'], /^Failed to derive a contract: "\.\.\/blog" cannot be part of a file name\./],
  [['--profile', 'rails'], /^Failed to read --profile rails: it is neither a file nor a preset/],
])('refuses a call that is wrong: %j', async (parameters, message) => {
  const { code, out, err } = await run('--out', await folder(), ...parameters)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(message)
})

test('refuses a profile whose service takes no post', async () => {
  const path = await folder()
  const profile = join(path, 'tiny.json')
  await writeFile(profile, '{ "input.max-bytes": 1 }')
  const { code, err } = await run('--out', path, '--profile', profile)
  expect(code).toBe(2)
  expect(err).toMatch(
    /^Failed to derive create\/plain: with this profile the mock refuses the request \(413\)\./,
  )
})

test('leaves the old files whole where the new ones cannot be put in their place', async () => {
  const out = await folder()
  await mkdir(join(out, 'a.json'))
  await expect(writeContractFiles(out, [{ name: 'a.json', text: '{}' }])).rejects.toMatchObject({
    code: 'CONTRACT_UNWRITABLE',
  })
  expect(await readdir(out)).toEqual(['a.json'])
})
