import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runCli } from '../../support/cli-surroundings.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
  execFileSync('mkfifo', [join(folder, 'pipe')])
})

test.each([
  ['--profile', (pipe: string) => ['verify', 'http://127.0.0.1:9/v1', '--profile', pipe]],
  ['--profile', (pipe: string) => ['openapi', '--profile', pipe]],
  ['--profile', (pipe: string) => ['serve', '--profile', pipe]],
  ['pipe', (pipe: string) => ['diff', 'default', pipe]],
] as const)('a pipe given as %s is refused at once, and named', async (flag, args) => {
  const { code, stderr } = await runCli(...args(join(folder, 'pipe')))
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('it is not a regular file'),
  })
  expect(stderr).toContain(flag)
})

test('a device without an end is refused as a profile', async () => {
  const { code, stderr } = await runCli('openapi', '--profile', '/dev/zero')
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('it is not a regular file') })
})

test('contract --check refuses a pipe in the place of a Pact file', async () => {
  const pacts = join(folder, 'pacts')
  await mkdir(pacts)
  execFileSync('mkfifo', [join(pacts, 'posts-consumer-posts-service.document.pact.json')])
  const { code, stderr } = await runCli('contract', '--check', '--out', pacts)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('it is not a regular file') })
})

test('a link to a profile is followed', async () => {
  await writeFile(join(folder, 'profile.json'), '{"extends":"default"}')
  execFileSync('ln', ['-s', 'profile.json', join(folder, 'link.json')])
  expect((await runCli('openapi', '--profile', join(folder, 'link.json'))).code).toBe(0)
})
