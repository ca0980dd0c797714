import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ProviderUnreachable } from '../../../contracts/session/client/provider-unreachable.ts'
import { replyBounds } from '../../../contracts/session/client/reply-bounds.ts'
import { createProviderClient } from '../../../contracts/session/client.ts'
import { bombs } from '../../hostile/bombs.ts'
import { floods } from '../../hostile/floods.ts'
import { startHostile } from '../../hostile/hostile-provider.ts'
import { allHostile } from '../../hostile/sets.ts'

const get = { method: 'GET', path: '/posts', headers: {} }

const wide = { maxReplyBytes: 64 * 1024 * 1024 }

async function askHostile(name: string, options: { maxReplyBytes?: number } = {}, path = '/posts') {
  const provider = allHostile.find((each) => each.name === name)
  if (!provider) throw new Error(`There is no provider ${name}.`)
  await using server = await startHostile(provider)
  const client = createProviderClient({ url: server.url, timeout: 60_000, ...options })
  try {
    return await client.send({ ...get, path })
  } catch (error) {
    if (error instanceof ProviderUnreachable) return error
    throw error
  } finally {
    await client.close()
  }
}

test.each([
  ['gzip-twice-250-mb', /expands from \d+ bytes to more than 16,777,216.*--max-reply-bytes/s],
  ['a-hundred-encodings', /1000 content encodings, more than 3/],
  ['arrays-100000-deep', /nests deeper than 2,000 levels/],
  ['objects-100000-deep', /nests deeper than 2,000 levels/],
  ['endless-headers', /headers of the reply are longer than 16 KB/],
  ['header-of-100-mb', /headers of the reply are longer than 16 KB/],
])('a reply that is too much is not a reply: %s', async (name, sentence) => {
  const answer = await askHostile(name)
  expect(answer).toMatchObject({ failureReason: 'too-large', message: expect.stringMatching(sentence) })
})

test('a body without an end is given up at the bound, and the sentence names the flag', async () => {
  const answer = await askHostile('endless-chunks', { maxReplyBytes: 100_000 })
  expect((answer as ProviderUnreachable).message).toMatch(/longer than 100,000 bytes\..*--max-reply-bytes/s)
})

test('of a list a value is parsed for each 64 bytes that it may be long, and the sentence names the flag', async () => {
  const answer = await askHostile('list-of-twenty-million-numbers', wide)
  expect((answer as ProviderUnreachable).message).toMatch(
    /more than 1,048,576 values, one for each 64 bytes of --max-reply-bytes/,
  )
})

test('of a post only 100,000 values are parsed', async () => {
  const answer = await askHostile('two-million-empty-objects-in-a-post', {}, '/posts/1')
  expect((answer as ProviderUnreachable).message).toMatch(/more than 100,000 values/)
})

test('a text of 40 MB in a list is not parsed, and the sentence names the flag', async () => {
  const answer = await askHostile('two-byte-text-of-40-mb')
  expect((answer as ProviderUnreachable).message).toMatch(/a text of more than .* --max-reply-bytes/)
})

test('a list is parsed up to half of what it may be, less 16 bytes for each value, and the sentence names the flag', () => {
  const { admit } = replyBounds(true, 64_000).parse
  const size = { depth: 2, values: 100, widest: 3, digits: 1, text: 4000 }
  expect(() => admit(size, 30_400)).not.toThrow()
  expect(() => admit(size, 30_401)).toThrow(
    /32,000 bytes, half of --max-reply-bytes, minus 16 for each value/,
  )
  expect(() => admit({ ...size, values: 1000 }, 16_001)).toThrow()
})

test('a number of a million digits is not parsed, and one of a thousand is', async () => {
  const answer = await askHostile('listed-ids-of-a-million-digits')
  expect((answer as ProviderUnreachable).message).toMatch(/a number of more than 10,000 digits/)
  expect(await askHostile('ids-of-1000-digits')).toMatchObject({ status: 200 })
})

test('a post with a million fields is not parsed', async () => {
  const answer = await askHostile('a-million-fields', wide, '/posts/1')
  expect((answer as ProviderUnreachable).message).toMatch(/an object of more than 1,000 fields/)
})

test('a provider that keeps a run waiting with answer after answer is given up', async () => {
  await using server = await startHostile({ name: 'prompt', about: 'answers at once' })
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
    for (let time = 0; time < 100; time++) await client.send(get)
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
    for (let time = 0; time < 100; time++) await client.send(get)
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
