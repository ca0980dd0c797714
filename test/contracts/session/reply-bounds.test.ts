import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readLongBytes } from '../../../contracts/document/long-body.ts'
import { ProviderUnreachable } from '../../../contracts/session/client/provider-unreachable.ts'
import { replyBounds, usualReplyBytes } from '../../../contracts/session/client/reply-bounds.ts'
import { createProviderClient, type ProviderClient } from '../../../contracts/session/client.ts'
import { bombs } from '../../hostile/bombs.ts'
import { floods } from '../../hostile/floods.ts'
import { startHostile } from '../../hostile/hostile-provider.ts'
import { allHostile } from '../../hostile/sets.ts'
import { clientFor, failureReasonOf, get } from '../../support/provider-client.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

const list = { method: 'GET', path: '/posts', headers: {} }

const wide = { maxReplyBytes: 64 * 1024 * 1024 }

async function askHostile(name: string, options: { maxReplyBytes?: number } = {}, path = '/posts') {
  const provider = allHostile.find((each) => each.name === name)
  if (!provider) throw new Error(`There is no provider ${name}.`)
  await using server = await startHostile(provider)
  const client = createProviderClient({ url: server.url, timeout: 60_000, ...options })
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
  expect(() => admit(size, 30_400, false)).not.toThrow()
  expect(() => admit(size, 30_401, false)).toThrow(
    /32,000 bytes, half of --max-reply-bytes, minus 16 for each value/,
  )
  expect(() => admit({ ...size, values: 1000 }, 16_001, false)).toThrow()
})

const client = async (answer: () => unknown, options: { maxReplyBytes?: number } = {}) => {
  const server = await startScriptedServer(() => ({ body: answer() }))
  return clientFor(server.url, options)
}

test('the clean-up may read as much again as the run', async () => {
  const run = await client(() => Array(120).fill(1), { maxReplyBytes: 1000 })
  const read = async (where: ProviderClient, times: number) => {
    for (let time = 0; time < times; time++) await get(where, '/posts/7')
  }
  await expect(read(run, 25)).rejects.toThrow(/6,000 characters in all.*--max-reply-bytes/)
  await read(run.uninterrupted(), 24)
  await expect(read(run.uninterrupted(), 1)).rejects.toThrow(/12,000 characters in all/)
})

test('a field name of more than 65,536 characters is not accepted, except in the clean-up', async () => {
  let length = 65_536
  const run = await client(() => ({ id: 7, deep: [{ ['k'.repeat(length)]: 1 }] }))
  expect(await get(run, '/posts/7')).toMatchObject({ status: 200 })
  length++
  const { failureReason, message } = await failureReasonOf(get(run, '/posts/7'))
  expect(failureReason).toBe('too-large')
  expect(message).toMatch(
    /a field name of 65,537 characters: the limit is 65,536, or a 1024th of --max-reply-bytes/,
  )
  expect(await get(run.uninterrupted(), '/posts/7')).toMatchObject({ status: 200 })
})

/** Long posts; of a list of 200 KB an eighth has about 25 KB. */
const longPosts = (title: string) =>
  Array.from({ length: 20 }, (_, id) => ({ id, title: id < 5 ? title : '', content: 'x'.repeat(10_000) }))

test('long lists that differ in more than an eighth are read up to a limit, shorter ones always', async () => {
  let turn = 0
  const changing = async (maxReplyBytes: number) => {
    const run = await client(() => longPosts(`title ${turn++}`), { maxReplyBytes })
    const read = async (where: ProviderClient) => {
      for (let time = 0; time < 40; time++) await get(where)
    }
    return { run, read }
  }
  const { run, read } = await changing(2_000_000)
  await expect(read(run)).rejects.toThrow(
    /differ in more than an eighth .* bytes in all: the limit is 1,500,000, three quarters of --max-reply-bytes; .* 125,000 bytes/,
  )
  expect(turn).toBeGreaterThan(6)
  expect(turn).toBeLessThan(10)
  await get(run.uninterrupted())
  const shorter = await changing(4_000_000)
  await shorter.read(shorter.run)
})

test('a long list that grows is read as often as needed', async () => {
  let turn = 0
  const run = await client(
    () => [...longPosts(''), ...Array.from({ length: turn++ }, (_, id) => ({ id, title: 'new' }))],
    {
      maxReplyBytes: 3_000_000,
    },
  )
  for (let time = 0; time < 30; time++) expect(await get(run)).toMatchObject({ status: 200 })
})

test.each([
  ['ASCII', 'a'.repeat(99_998), 100_002],
  ['Latin-1', 'é'.repeat(50_000), 100_004],
  ['a character beyond Latin-1', `€${'a'.repeat(99_999)}`, 200_008],
  ['Chinese', '帖'.repeat(50_000), 150_004],
])('a text counts as the memory that it takes: %s', (_what, text, expected) => {
  let counted = 0
  const bounds = {
    ...replyBounds(true, usualReplyBytes).parse,
    admit: (_size: unknown, length: number) => (counted = length),
  }
  readLongBytes(Buffer.from(JSON.stringify([text])), bounds)
  expect(counted).toBe(expected)
})

test('a list of 50,000 posts in Chinese is read, and of 200,000 in ASCII', () => {
  const { parse } = replyBounds(true, usualReplyBytes)
  const [title, content] = ['关于帖子服务的一些说明', '帖子的内容很长，但是不应该超过限制。'.repeat(5)]
  const posts = Array.from({ length: 50_000 }, (_, id) => ({ id, title, content }))
  expect(() => readLongBytes(Buffer.from(JSON.stringify(posts)), parse)).not.toThrow()
  const size = { depth: 2, values: 800_001, widest: 3, digits: 6, text: 100 }
  expect(() => parse.admit(size, 18_000_000, false)).not.toThrow()
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
  await using server = await startHostile({ name: 'prompt', about: 'answers at once', change: () => ({}) })
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
