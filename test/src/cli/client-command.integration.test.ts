import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Verifier } from '@pact-foundation/pact'
import { expect, test, vi } from 'vitest'
import { providerStates } from '../../../contracts/pact/provider-states.ts'
import { runRecorded } from '../../../src/cli/client-process.ts'
import { runCommandLine } from '../../../src/cli/command-line.ts'
import { createPostsServer } from '../../../src/server.ts'
import { createSurroundings, runCli, startCli } from '../../support/cli.ts'
import { repository } from '../../support/repository.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

const folder = await temporaryFolder()
const file = join(folder, 'posts.client.json')

/** The tests of a client that needs the status 201. */
const program = `
import { setupPosts } from '${repository}/src/node.ts'
using mock = setupPosts().listen()
const { status } = await fetch('https://api.example.com/v1/posts', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"title":"Tea","content":"Kenya"}',
})
if (status !== 201) throw new Error('Not saved: ' + status)
`

writeFileSync(join(folder, 'client.mjs'), program)

const serverAnswering = (status: number) =>
  createPostsServer({ profile: { 'create.status': status as 201 }, onWarning() {} })

function runClient(...given: string[]) {
  const { io, printed, stop } = createSurroundings()
  return { printed, stop, ended: runCommandLine(['client', '--out', file, ...given], io) }
}

test('measures a command, and compares its file with profiles and with a service', async () => {
  const pact = ['--pact', join(folder, 'pacts'), '--consumer', 'web']
  const { ended, printed } = runClient(...pact, '--', process.execPath, join(folder, 'client.mjs'))
  expect(await ended, printed.stdout).toBe(0)
  expect(printed.stderr).toMatch(
    /^Run 1: as it is: passed in .+ s\nRun 2: create\.status 200 and .+: failed in/,
  )
  expect(printed.stdout.replace(/\s+/g, ' ')).toMatch(/^RELIES .+ fails with 3 answers/)
  expect(printed.stdout).toMatch(
    /✗ create\.status [\s\S]*\n {2}fails the tests with 200, 202, 204\n {2}passes with 201\n/,
  )
  const { passes, fails, operations } = JSON.parse(readFileSync(file, 'utf8'))
  expect(operations).toEqual(['create 201'])
  expect(fails).toEqual(
    [200, 202, 204].map((status) => ({ answers: { 'create.status': status }, tests: [] })),
  )
  expect(passes['create.status']).toEqual([201])
  expect(passes['create.location']).toEqual(['yes', 'no', 'absolute', 'list'])

  expect(await runCli('diff', file, 'json-server')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/the two go\s+together/),
  })
  const other = join(folder, 'other.json')
  writeFileSync(other, '{ "create.status": 204, "post.extra-fields": { "views": "integer" } }')
  const differing = await runCli('diff', file, other)
  expect(differing.code).toBe(1)
  const text = differing.stdout.replace(/\s+/g, ' ')
  expect(text).toContain('BREAKS YOUR CLIENT: create.status is 204 there; the tests fail with 204')
  expect(text).toContain('The client was not run with post.extra-fields {"views":"integer"}.')
  expect(await runCli('diff', file, file)).toMatchObject({ code: 2 })
})

test.each([
  [201, 'accepts'],
  [202, 'refuses'],
])(
  "Pact's verifier, with our states, at a service that answers a create with %d %s the Pact",
  async (status, outcome) => {
    await using server = await serverAnswering(status)
    const verifier = new Verifier({
      provider: 'posts-service',
      providerBaseUrl: server.url,
      pactUrls: [join(folder, 'pacts/web-posts-service.pact.json')],
      stateHandlers: providerStates({ url: server.url, ledgerFolder: folder }),
      logLevel: 'error',
    })
    const told = await verifier.verifyProvider().then(
      () => 'accepts',
      ({ message }: Error) => message,
    )
    expect(told).toMatch(status === 201 ? outcome : 'expected 201 but was 202')
    expect(server.posts.count).toBe(25)
  },
)

test.each([
  [201, 0, /HELD .* the two go together/, []],
  [
    202,
    1,
    /DIFFERS .* BREAKS YOUR CLIENT: create\.status is 202 there; the tests fail with 202/,
    ['--profile', 'default'],
  ],
] as const)(
  'verify --client at a service that answers a create with %d ends with %d',
  async (status, code, words, more) => {
    await using server = await serverAnswering(status)
    const junit = join(folder, 'verify.xml')
    // Without replaces, which cost half of a run: the client makes none.
    const usual = ['--client', file, '--budget', '0', '--quiet', '--without', 'replace', '--settle', '0']
    const given = [...usual, '--junit', junit, ...more]
    const ended = await runCli('verify', server.url, ...given)
    expect(ended.stdout.replace(/\s+/g, ' ')).toMatch(words)
    expect(ended.code).toBe(code)
    const isTold = readFileSync(junit, 'utf8').includes('failure message="create.status is 202 there')
    expect(isTold).toBe(code === 1)
    if (code === 0) return
    const accepted = await runCli('verify', server.url, ...given, '--accept', 'create.status')
    expect(accepted.code, accepted.stdout).toBe(0)
  },
)

test('verify --client where no service listens does not say that the two go together', async () => {
  const { code, stdout } = await runCli('verify', 'http://127.0.0.1:1/v1', '--client', file, '--quiet')
  expect([code, stdout.includes('go together')]).toEqual([3, false])
})

test.each([
  [['no-such-command'], /could not be started/],
  [['node', '-e', ''], /no mock of\s+posts-understudy answered a request/],
])('%j is not measured', async (command, why) => {
  const { ended, printed } = runClient('--quiet', '--', ...command)
  expect(await ended).toBe(3)
  expect(printed.stdout).toMatch(why)
})

test('what the command prints without any change goes to stderr', async () => {
  await using cli = startCli('client', '--', 'node', '-e', 'console.log("It is broken."); process.exit(7)')
  expect([await cli.ended, cli.printed]).toEqual([
    3,
    {
      stdout: expect.stringContaining('The command fails as it is: it ended with exit code 7.'),
      stderr: expect.stringMatching(/^It is broken\.\nRun 1: as it is: failed in/),
    },
  ])
})

test('Ctrl-C ends the command and what it started, which may clean up', async () => {
  const [beats = '', cleaned = '', script = ''] = ['beats', 'cleaned', 'endless.cjs'].map((name) =>
    join(folder, name),
  )
  const cleanUp = `fs.writeFileSync(${JSON.stringify(cleaned)}, ''); process.exit()`
  const lines = [
    `const fs = require('fs')`,
    `process.on('SIGTERM', () => setTimeout(() => { ${cleanUp} }, 100))`,
    `setInterval(() => fs.appendFileSync(${JSON.stringify(beats)}, '.'), 20)`,
  ]
  writeFileSync(beats, '')
  writeFileSync(script, lines.join('\n'))
  const { ended, printed, stop } = runClient('--', 'sh', '-c', `node ${script}; true`)
  const length = () => readFileSync(beats, 'utf8').length
  await vi.waitUntil(() => length() > 0, 20_000)
  stop()
  expect([await ended, existsSync(cleaned)]).toEqual([3, true])
  expect(printed.stdout).toContain('interrupted')
  const last = length()
  await new Promise((done) => setTimeout(done, 200))
  expect(length()).toBe(last)
})

test('a limit of time needs no whole number of milliseconds', async () => {
  const options = { command: ['node', '-e', '0'], env: process.env, signal: new AbortController().signal }
  expect(await runRecorded({}, { ...options, limit: 60_000.5, isShown: false })).toMatchObject({
    passed: true,
  })
})
