import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { runCli } from '../../support/cli.ts'
import { freePort } from '../../support/listen.ts'
import { runFolder } from '../../support/run-folder.ts'
import { type Script, startScriptedServer } from '../../support/scripted-server.ts'

const token = 'br0ker-t0ken'
const withToken = { PACT_BROKER_TOKEN: token }
const withPassword = { PACT_BROKER_USERNAME: 'ci', PACT_BROKER_PASSWORD: 'pa55word' }
const latest = '/broker/pacts/provider/posts-service/latest'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Starts a broker at `/broker`, and sets the environment for it. */
async function startBroker(env: Readonly<Record<string, string>>, script: Script) {
  const server = await startScriptedServer(script)
  const url = `http://127.0.0.1:${server.port}/broker`
  for (const [name, value] of Object.entries({ PACT_BROKER_BASE_URL: `${url}/`, ...env }))
    vi.stubEnv(name, value)
  return { url, requests: server.requests }
}

/** A broker's list of Pacts. */
function listOf(...addresses: string[]) {
  return { body: { _links: { 'pb:pacts': addresses.map((href) => ({ href, name: 'web' })) } } }
}

/** A Pact of a client that reads a post. It repeats a secret, as a provider or a log might. */
const pact = {
  body: {
    _links: { self: { href: 'https://broker.example.com' } },
    interactions: [
      {
        description: `a read with ${token}`,
        request: { method: 'GET', path: '/posts/42' },
        response: { status: 203 },
      },
    ],
    metadata: { pactSpecification: { version: '3.0.0' } },
  },
}

test.each([
  ['a token', withToken, `Bearer ${token}`],
  ['a password', withPassword, `Basic ${Buffer.from('ci:pa55word').toString('base64')}`],
])('the Pacts of a broker are replayed as files are, with %s that no output shows', async (_, env, sent) => {
  const one = await startScriptedServer(() => pact)
  const elsewhere = `http://127.0.0.1:${one.port}/pact`
  const broker = await startBroker(env, ({ path, headers }) => {
    if (headers.authorization !== sent) return { status: 401 }
    return path === latest ? listOf('/broker/pact', elsewhere) : pact
  })
  await using server = await createPostsServer({ onWarning() {} })
  const json = join(runFolder(), 'broker.json')
  const given = ['--budget', '0', '--settle', '200', '--json', json]
  const { code, stdout, stderr } = await runCli('verify', server.url, ...given, '--pact')
  expect(code, stderr).toBe(1)
  expect(broker.requests.map(({ path }) => path)).toEqual([latest, '/broker/pact'])
  // Only the broker gets the credentials.
  expect(one.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
  expect(stdout.match(/BREAKS YOUR CLIENT: 1\. a read with/g)).toHaveLength(2)
  expect(stdout).toContain(`${broker.url}/pact`)
  const written = stdout + stderr + readFileSync(json, 'utf8')
  for (const secret of Object.values(env).filter((value) => value !== 'ci'))
    expect(written).not.toContain(secret)
})

test.each<[string, Script, number, string]>([
  ['refuses the credentials', () => ({ status: 401 }), 2, 'it answered 401. Set PACT_BROKER_BASE_URL'],
  [
    'does not know the provider',
    () => ({ status: 404 }),
    2,
    'it answered 404. Publish one for the provider posts-service',
  ],
  ['has no Pact', () => listOf(), 2, 'there are none. Publish one'],
  ['is out of order', () => ({ status: 503 }), 3, 'it answered 503. Check the address'],
  ['sends something else', () => ({ body: '<html>' }), 2, 'is not as in a file of Pact version 3 or 4'],
])('verify ends where the broker %s', async (_, script, code, words) => {
  const { url } = await startBroker(withToken, script)
  const ended = await runCli(
    'verify',
    'http://127.0.0.1:1/v1',
    '--pact',
    `${url}/pacts/provider/posts/latest`,
  )
  expect(ended.code).toBe(code)
  expect(ended.stderr.replace(/\s+/g, ' ')).toContain(words)
})

test('verify ends where no broker answers, or its address has a secret', async () => {
  const down = await runCli(
    'verify',
    'http://127.0.0.1:1/v1',
    '--pact',
    `http://127.0.0.1:${await freePort()}/`,
  )
  expect(down).toMatchObject({ code: 3, stderr: expect.stringContaining('no reply (ECONNREFUSED)') })
  vi.stubEnv('PACT_BROKER_BASE_URL', 'https://ci:pa55word@broker.example.com')
  const secret = await runCli('verify', 'http://127.0.0.1:1/v1', '--pact')
  expect(secret).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Pacts at https://broker.example.com'),
  })
  expect(secret.stderr).not.toContain('pa55word')
})
