import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveHere, startServe } from '../../support/cli.ts'
import { openSocket, statusesIn } from '../../support/raw-socket.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { runProgram } from '../../support/run-program.ts'

test('prints its addresses on stdout, a curl line that works, and nothing on stderr', async () => {
  await using cli = await startServe(['--posts', '2', '--quiet'])
  expect(cli.printed.stdout).toBe(`Mock posts API running.
  Posts:    ${cli.url}/posts
  Page:     ${cli.origin}/
  Control:  ${cli.origin}/_understudy/
  Try:      curl ${cli.url}/posts/1
`)
  const { stdout } = await runProgram('curl', ['--silent', '--fail', `${cli.url}/posts/1`])
  expect(JSON.parse(stdout)).toMatchObject({ id: 1 })
  cli.signal('SIGTERM')
  expect([await cli.ended, cli.printed.stderr]).toEqual([0, ''])
})

test('prints addresses that work where the profile gives ids beyond 2^53', async () => {
  const profile = join(await temporaryFolder(), 'far.profile.json')
  await writeFile(profile, JSON.stringify({ 'id.assignment': 'beyond-2^53' }))
  await using cli = await serveHere('--profile', profile)
  const [, id = ''] = await cli.until('stdout', /Try: +curl \S+\/posts\/(\d+)\n/)
  expect(BigInt(id)).toBeGreaterThan(2n ** 53n)
  expect(await (await fetch(`${cli.url}/posts/${id}`)).text()).toContain(`"id":${id},`)
  for (const path of ['', '_understudy/state', '_understudy/journal/1/shaping'])
    expect((await fetch(`${cli.origin}/${path}`)).status).toBe(200)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'answers the request under way at %s, and exits with 0',
  async (signal) => {
    await using cli = await startServe(['--posts', '1', '--latency', '300'])
    const faults = `${cli.origin}/_understudy/faults`
    await fetch(`${faults}/next`, { method: 'POST', body: '{ "fault": { "status": 503 } }' })
    const socket = openSocket(cli.url)
    socket.send('GET /v1/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n')
    // The fault is taken off the list when its request comes, and applied after the latency.
    while ((await (await fetch(faults)).text()).includes('503')) await new Promise(setImmediate)
    cli.signal(signal)
    expect(statusesIn(await socket.ended)).toEqual([503])
    expect(await cli.ended).toBe(0)
  },
)

test('ends at once at the second signal', async () => {
  await using cli = await startServe(['--posts', '1'])
  const socket = openSocket(cli.url)
  socket.send(
    'POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  await (await fetch(`${cli.url}/posts`)).text()
  // Two signals within a second count as one, so it is asked again until it hears.
  const again = setInterval(() => cli.signal('SIGINT'), 100)
  expect(await cli.ended.finally(() => clearInterval(again))).toBe(130)
})

test('exits with 1 and says what went outside the interface with --strict', async () => {
  await using cli = await serveHere('--posts', '1', '--strict', '--quiet')
  expect((await fetch(`${cli.url}/posts?page=2`)).status).toBe(501)
  cli.stop()
  expect(await cli.ended).toBe(1)
  expect(cli.printed.stderr).toMatch(
    /^Failed to stay within the interface: one request goes .+\n {2}GET .+\/posts\?page=2: the request has query parameters .+\n.+ `strict`\.\n$/,
  )
})

test('logs a line for each request, without secrets', async () => {
  await using cli = await serveHere('--posts', '1')
  await fetch(`${cli.url}/posts/1?token=SECRET123`, { headers: { 'x-understudy-world': 'checkout' } })
  await cli.until(
    'stderr',
    /\d\d:\d\d:\d\d GET \/v1\/posts\/1\?token=\[redacted\] 200 \d+\.\d ms in checkout\n$/,
  )
})

test('logs no read of the panel, which asks again and again', async () => {
  await using server = await serveHere()
  const control = `${server.origin}/_understudy`
  await fetch(`${control}/state`)
  await fetch(`${control}/panel`)
  await fetch(`${control}/profile`, { method: 'PUT', body: '"minimal"' })
  await server.until('stderr', /PUT/)
  expect(server.printed.stderr).toMatch(/^\S+ PUT \/_understudy\/profile 200 .+\n$/)
})

test('accepts the credentials of --credentials alone, and shows them nowhere', async () => {
  const file = join(await temporaryFolder(), 'keyed.profile.json')
  await writeFile(file, JSON.stringify({ 'access.credentials': 'bearer' }))
  await using cli = await serveHere('--profile', file, '--credentials', 'hush')
  const statusWith = async (token: string) =>
    (await fetch(`${cli.url}/posts`, { headers: { authorization: `Bearer ${token}` } })).status
  expect([await statusWith('hush'), await statusWith('other')]).toEqual([200, 401])
  await cli.until('stderr', /401/)
  expect(cli.printed.stdout + cli.printed.stderr).not.toContain('hush')
})

test('ends when the shell is killed in which npx runs it', async () => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" src/cli/main.ts serve --port 0; true`], {
    env: { ...process.env, npm_lifecycle_script: "'posts-understudy'" },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  try {
    await once(shell.stdout, 'data')
    shell.kill('SIGKILL')
    await once(shell, 'close') // The server has the other end of stdout.
  } finally {
    await runProgram('kill', ['-KILL', '--', `-${shell.pid}`])
  }
})

test('does not mind a reader that stops reading', async () => {
  const { stdout } = await runProgram('bash', [
    '-c',
    `"${process.execPath}" src/cli/main.ts serve --help | head -1`,
  ])
  expect(stdout).toBe('Usage: posts-understudy serve [options]\n')
})
