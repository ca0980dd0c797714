import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { fixedSequences } from '../../../contracts/run/fixed-sequences.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import type { Change } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'

const ledgerFolder = await mkdtemp(join(tmpdir(), 'understudy-one-connection-'))
afterAll(() => rm(ledgerFolder, { recursive: true, force: true }))

/** Serves one connection at a time: the next waits until the one before it is closed. */
async function serveOneByOne(url: string) {
  const { hostname, port, pathname } = new URL(url)
  const waiting: Socket[] = []
  let active: Socket | undefined
  const next = () => {
    active ??= waiting.shift()
    const client = active
    if (!client || client.listenerCount('data') > 0) return
    const provider = connect(Number(port), hostname)
    client.pipe(provider).pipe(client)
    provider.on('error', () => client.destroy())
    client.on('error', () => provider.destroy())
    client.on('close', () => {
      provider.destroy()
      active = undefined
      next()
    })
  }
  const server = createServer((client) => {
    client.on('error', () => {})
    waiting.push(client)
    next()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    for (const each of [active, ...waiting]) each?.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`
}

async function verify(change?: Change) {
  const { url, provider, close } = await startProvider(change)
  onTestFinished(close)
  const result = await verifyProvider({
    url: await serveOneByOne(url),
    budget: 500,
    seed: 7,
    settle: 200,
    ledgerFolder,
  })
  return { ...result, left: provider.posts.size }
}

test('a service with one connection is judged over one, all of it and as fast as it is', async () => {
  const { verdict, sequences, notRun, left, duration } = await verify()
  expect({ verdict, notRun, left }).toEqual({ verdict: 'held', notRun: undefined, left: 0 })
  expect(sequences?.sequences).toBeGreaterThanOrEqual(fixedSequences.length)
  expect(duration).toBeLessThan(20_000)
})
