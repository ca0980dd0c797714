import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createProviderClient, type ProviderClient } from '../../../contracts/wire/client.ts'
import { ProviderUnreachable } from '../../../contracts/wire/provider-unreachable.ts'
import { expectParsable } from '../../../contracts/wire/received.ts'
import { bombs } from '../../hostile/bombs.ts'
import { floods } from '../../hostile/floods.ts'
import { startHostile } from '../../hostile/hostile-provider.ts'
import { allHostile } from '../../hostile/run-hostile.ts'
import { clientFor, get } from '../../support/provider-client.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

const list = { method: 'GET', path: '/posts', headers: {} }

async function askHostile(name: string, path = '/posts') {
  const provider = allHostile.find((each) => each.name === name)
  if (!provider) throw new Error(`There is no provider ${name}.`)
  await using server = await startHostile(provider)
  const client = createProviderClient({ url: server.url, timeout: 60_000 })
  try {
    return await client.send({ ...list, path })
  } catch (error) {
    if (error instanceof ProviderUnreachable) return error
    throw error
  } finally {
    await client.close()
  }
}

test.each([
  ['gzip-bomb', /expands from [\d,]+ bytes to more than 33,554,432\. Use a provider with fewer/],
  ['body-of-100-mb', /longer than 33,554,432 bytes\. Use a provider with fewer or smaller posts/],
  ['endless-chunks', /longer than 33,554,432 bytes/],
  ['arrays-100000-deep', /nests deeper than 1,000 levels/],
  ['objects-100000-deep', /nests deeper than 1,000 levels/],
  ['endless-headers', /headers of the reply are longer than 16 KB/],
  ['header-of-100-mb', /headers of the reply are longer than 16 KB/],
])('a reply that is too much is not a reply: %s', async (name, sentence) => {
  const answer = await askHostile(name)
  expect(answer).toMatchObject({ failureReason: 'too-large', message: expect.stringMatching(sentence) })
})

test.each([['ids-of-1000-digits'], ['listed-ids-of-a-million-digits'], ['list-of-nothing']])(
  'a reply within the limits is read: %s',
  async (name) => {
    expect(await askHostile(name)).toMatchObject({ status: 200 })
  },
)

test.each([
  ['brackets in a text', `{"a":"${'[{'.repeat(2000)}"}`],
  ['a quote in a text', `{"a":"\\"${'['.repeat(2000)}"}`],
  ['a backslash at the end of a text', `["\\\\",${'[],'.repeat(2000)}0]`],
  ['something else than JSON', `<p>${'{'.repeat(2000)}`],
  ['900 arrays', `${'['.repeat(900)}${']'.repeat(900)}`],
])('does not take %s for an excess', (_what, body) => {
  expect(() => expectParsable(body)).not.toThrow()
})

test('refuses a list of more than 2,000,000 values', () => {
  expect(() => expectParsable(`[${'{},'.repeat(1_000_001)}0]`)).toThrow(/more than 2,000,000 values/)
  expect(() => expectParsable(`[${'{},'.repeat(999_000)}0]`)).not.toThrow()
})

test('the clean-up may read as much again as the run', async () => {
  const server = await startScriptedServer(() => ({ body: 'x'.repeat(20 * 1024 * 1024) }))
  const run = clientFor(server.url)
  const read = async (where: ProviderClient, times: number) => {
    for (let time = 0; time < times; time++) await get(where, '/posts/7')
  }
  await expect(read(run, 11)).rejects.toThrow(/201,326,592 characters in all/)
  await read(run.uninterrupted(), 10)
  await expect(read(run.uninterrupted(), 2)).rejects.toThrow(/402,653,184 characters in all/)
})

test('a provider that keeps a run waiting with answer after answer is given up', async () => {
  await using server = await startHostile({ change: () => ({}) })
  let now = 0
  // Each look at the clock finds that three seconds have passed: nobody waits for them.
  const clock = {
    now: () => {
      now += 3000
      return now
    },
    wait: async () => {},
  }
  const client = createProviderClient({ url: server.url, timeout: 50_000, clock })
  const ask = async () => {
    for (let time = 0; time < 100; time++) await client.send(list)
  }
  await expect(ask()).rejects.toMatchObject({
    failureReason: 'slow',
    message: expect.stringMatching(/100 s in all.*--timeout/),
  })
  await client.close()
})

test('a provider that resets the connection of every other read is given up', async () => {
  let requests = 0
  const server = createServer((request, response) => {
    if (requests++ % 2 === 0) request.socket.resetAndDestroy()
    else response.setHeader('connection', 'close').end('[]')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clock = { now: () => 0, wait: async () => {} }
  const client = createProviderClient({ url: `http://127.0.0.1:${port}/v1`, timeout: 1000, clock })
  const ask = async () => {
    for (let time = 0; time < 100; time++) await client.send(list)
  }
  await expect(ask()).rejects.toMatchObject({ failureReason: 'slow' })
  await client.close()
  server.close()
})

test('every hostile provider has a name of its own', () => {
  const names = allHostile.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(90)
  expect([...bombs, ...floods].length).toBeGreaterThan(30)
})
