import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Target } from '../../../contracts/session/target.ts'
import { ended, startDriver } from '../../support/replaying/driver.ts'
import { inProcessProvider } from '../../support/replaying/in-process-provider.ts'
import { complaints, deriveSome, replayOn } from '../../support/replaying/replay.ts'

const imports = `
  import { inProcessProvider } from './test/support/replaying/in-process-provider.ts'
  import { complaints, deriveSome, replayOn } from './test/support/replaying/replay.ts'`

const both = `${imports}
  const contracts = [await deriveSome({ kind: 'document' }), await deriveSome({ kind: 'mock' })]
  const result = await replayOn(inProcessProvider(), contracts)`

const read = await deriveSome({ kind: 'document' }, 'read/existing', 'read/missing')

/** A provider that has every state and never answers the request of an interaction. */
function silent(onRequest: () => void = () => {}): Target {
  const provider = inProcessProvider()
  return {
    forward(request, signal) {
      if (!request.headers['user-agent']?.startsWith('pact')) return provider.forward(request, signal)
      onRequest()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
}

/** What is made once, for the first that asks. */
function lazily<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

/** A server that counts who comes. */
async function trap(): Promise<{ url: string; visits: string[]; close(): void }> {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  server.on('connect', (request, socket) => {
    visits.push(`CONNECT ${request.url}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => void server.close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits, close }
}

/** A replay among what is left in the environment; its exit code says how many complaints it made. */
const amidLeftovers = lazily(async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'understudy-test-'))
  const { url, visits, close } = await trap()
  const leftovers = {
    PACT_DESCRIPTION: 'nothing is called this',
    PACT_PROVIDER_STATE: 'no such state',
    PACT_PROVIDER_NO_STATE: 'true',
    PACT_BROKER_BASE_URL: url,
    PACT_BROKER_PUBLISH_VERIFICATION_RESULTS: 'true',
    PACT_DO_NOT_TRACK: '',
    HTTP_PROXY: url,
    http_proxy: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    NO_PROXY: '',
    LOG_LEVEL: 'verbose',
    RUST_LOG: 'trace',
    NODE_OPTIONS: '--title=astray',
    TMPDIR: temporary,
    // A slim container has no certificates.
    SSL_CERT_FILE: '/dev/null',
    SSL_CERT_DIR: '/nonexistent',
  }
  const source = `${both}\nprocess.exitCode = complaints(result).length + (result.native.length > 50 ? 0 : 100)`
  const { code, output } = await ended(startDriver(source, leftovers))
  const files = await readdir(temporary)
  close()
  await rm(temporary, { recursive: true, force: true })
  return { code, output, files, visits }
})

test('prints nothing and leaves no file behind', async () => {
  const { output, files } = await amidLeftovers()
  expect({ output, files }).toEqual({ output: '', files: [] })
})

test('does not follow settings left in the environment, and sends nothing to their addresses', async () => {
  const { code, visits } = await amidLeftovers()
  expect({ code, visits }).toEqual({ code: 0, visits: [] })
})

test('ends when it is aborted, and says so of what was not judged', async () => {
  const controller = new AbortController()
  const result = await replayOn(
    silent(() => controller.abort(new Error('Ctrl-C'))),
    [read],
    { signal: controller.signal },
  )
  expect(result.stopped).toBe('Ctrl-C')
  expect(complaints(result)).toEqual([
    'document read/existing: Pact did not judge it: Ctrl-C',
    'document read/missing: Pact did not judge it: Ctrl-C',
    'Ctrl-C',
  ])
})

test('ends when its time is over', async () => {
  const { stopped, native } = await replayOn(silent(), [read], { timeout: 1500 })
  expect(stopped).toBe('it took longer than 1500 ms')
  expect(native.map(({ verdict }) => verdict)).toEqual(['error', 'error'])
})

test.skipIf(!existsSync('/proc/self/stat'))(
  'takes the child along when the parent is killed (needs /proc)',
  async () => {
    const source = `${imports}
    import { readFileSync } from 'node:fs'
    const children = () => readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim()
    await replayOn({ forward: () => new Promise(() => {}) }, [await deriveSome({ kind: 'document' }, 'read/existing')], {
      onSetUp: async () => ({ id: 1 }),
      target: { forward: () => (console.log(children()), new Promise(() => {})) },
    })`
    const driver = startDriver(source)
    const child = await new Promise<string>((resolve) =>
      driver.stdout?.once('data', (data: Buffer) => resolve(String(data).trim())),
    )
    expect(await readFile(`/proc/${child}/cmdline`, 'utf8')).toContain('replay/child.ts')
    driver.kill('SIGKILL')
    await expect.poll(() => isRunning(child)).toBe(false)
  },
)

async function isRunning(id: string): Promise<boolean> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) Z /.test(stat)
}
