import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PartialProfile } from '../../../handlers/choices/profile.ts'
import { choiceIds } from '../../../handlers/choices.ts'
import { createPostsServer } from '../../../src/server.ts'
import { runCli } from '../../support/cli.ts'
import { filesIn, temporaryFolder } from '../../support/run-folder.ts'

vi.spyOn(console, 'warn').mockImplementation(() => {})
let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'))
})

const file = () => join(folder, 'posts.profile.json')
const calibrate = (url: string, ...flags: string[]) => runCli('calibrate', url, '--quiet', ...flags)

test('writes a profile that every command takes as it is', async () => {
  await using provider = await createPostsServer({ profile: 'minimal', posts: 3 })
  const { url } = provider
  const { code, stdout, stderr } = await calibrate(url, '--out', file())
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^CALIBRATED {2}http:\S+\/v1: 32 of 34 choices learned\.\n/)
  expect(stdout).toContain(`Other than the preset default:
  learned     create.body      "none"
  learned     create.location  "no"
  learned     replace.status   204
  learned     replace.body     "none"
  learned     error.body       "none"
  masked      limit.requests   nothing was sent that would show it
  masked      limit.time       nothing was sent that would show it
  27 more choices: as in the preset default. All choices: --verbose.
`)
  const page = join(folder, 'calibration.html')
  const { stdout: verbose } = await calibrate(url, '--verbose', '--out', file(), '--html', page)
  expect(await readFile(page, 'utf8')).toMatch(
    /<title>CALIBRATED: http:[\s\S]+create\.location[\s\S]+Requests over time/,
  )
  for (const choice of choiceIds) expect(verbose).toContain(` ${choice} `)
  expect(verbose).not.toContain('--verbose')
  const written = JSON.parse(await readFile(file(), 'utf8'))
  expect(written).toMatchObject({
    extends: 'default',
    'replace.status': 204,
    about: { provider: url, by: expect.stringMatching(/^posts-understudy \d/) },
  })
  expect(JSON.stringify(written)).not.toContain(provider.posts.read(1)?.title)
  expect((await runCli('diff', 'minimal', file())).stdout).toMatch(/^SAME/)
  await using server = await createPostsServer({ profile: written as PartialProfile, posts: 0 })
  expect((await fetch(`${server.url}/posts/1`)).status).toBe(404)
  expect(await filesIn(join(folder, 'state', 'posts-understudy', 'ledger'))).toEqual([])
  expect((await readdir(folder)).toSorted()).toEqual(['calibration.html', 'posts.profile.json', 'state'])
})

test('refuses before the first request, also where the file is the default one', async () => {
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  await mkdir(file())
  process.chdir(folder)
  const { code, stderr } = await calibrate('http://127.0.0.1:9/v1')
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("'posts.profile.json' is invalid. It is a folder"),
  ])
})

test('--max-time ends it, removes the posts, and writes no profile; what it writes, it says', async () => {
  await using server = await createPostsServer({ posts: 2, latency: 100 })
  const json = join(folder, 'calibration.json')
  const given = ['--max-time', '1', '--out', file(), '--json', json]
  const { code, stdout, stderr } = await runCli('calibrate', server.url, ...given)
  expect({ code, left: server.posts.count, isWritten: existsSync(file()) }).toEqual({
    code: 3,
    left: 2,
    isWritten: false,
  })
  expect(stdout).toContain('The run took longer than 1 s (--max-time).')
  expect(stderr).toContain(`Wrote ${json}.\n`)
})

test('diff lists the choices that differ, as JSON too', async () => {
  const json = join(folder, 'diff.json')
  const { code, stdout } = await runCli('diff', 'default', 'minimal', '--json', json)
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^DIFFERENT {2}5 differing choices between default and minimal:\n≠ create\.body: "post" -> "none"\n {2}The response body of/,
  )
  expect(stdout.match(/replace\.status: 200 -> 204\n/g)).toHaveLength(1)
  const { schemaVersion, differences } = JSON.parse(await readFile(json, 'utf8'))
  expect({ schemaVersion, choices: differences.length }).toEqual({ schemaVersion: 1, choices: 5 })
  expect(await runCli('diff', 'minimal', 'minimal')).toMatchObject({
    code: 0,
    stdout: 'SAME  No choice differs between minimal and minimal.\n',
  })
})
