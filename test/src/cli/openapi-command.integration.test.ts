import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApiDocument } from '../../../contracts/openapi/openapi.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { runCli } from '../../support/cli-surroundings.ts'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function runOpenApi(...args: string[]): Promise<Ended> {
  const given = ['src/cli/main.ts', 'openapi', ...args]
  return new Promise((settle) => {
    const child = execFile(process.execPath, given, (_error, stdout, stderr) => {
      settle({ code: child.exitCode ?? -1, stdout, stderr })
    })
  })
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('the command prints the document of the default profile', async () => {
  const { code, stdout, stderr } = await runOpenApi()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(`${JSON.stringify(await openApiDocument(completeProfile()), null, 2)}\n`)
})

test('two runs of the command, in different processes, write the same bytes', async () => {
  const folder = await temporaryFolder()
  const files = [join(folder, 'one.json'), join(folder, 'other.json')]
  for (const [at, file] of files.entries()) {
    const given = ['--profile', 'json-server', '--out', file]
    await (at === 0 ? runOpenApi(...given) : runCli('openapi', ...given))
  }
  const [one, other] = await Promise.all(files.map((file) => readFile(file)))
  expect(one).toEqual(other)
})

test('the command writes a file for a profile and a server, and nothing else', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'openapi.json')
  const serverUrl = 'https://api.example.com/v1'
  const ended = await runCli('openapi', '--profile', 'minimal', '--server', serverUrl, '--out', file)
  expect(ended).toEqual({ code: 0, stdout: '', stderr: `Wrote ${file}\n` })
  expect(await readdir(folder)).toEqual(['openapi.json'])
  const expected = await openApiDocument(completeProfile('minimal'), { serverUrl })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(expected)))
})

test.each([
  { args: ['--server', 'https://api.example.com/v2'], fact: 'must end in the segment v1' },
  { args: ['--profile', 'nonesuch'], fact: 'neither a file nor a preset' },
  { args: ['--out', 'no/such/folder/openapi.json'], fact: 'no such file or directory' },
])('the command refuses $args in one sentence', async ({ args, fact }) => {
  const { code, stdout, stderr } = await runCli('openapi', ...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(new RegExp(`^Failed to .*${fact}.*\n$`))
})
