import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { exchangeRaw } from '../../support/raw-socket.ts'

test.each([
  ['network-error', 'GET'],
  ['reply-lost', 'GET'],
  ['truncated', 'DELETE'],
] as const)('ends the connection without a byte at %s of a %s', async (fault, method) => {
  await using server = await createPostsServer({ posts: 1 })
  server.faults.next('any', fault)
  expect(await exchangeRaw(server.url, `${method} /v1/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n`)).toBe('')
  await server.journal.waitFor({ status: 0 }, { timeout: 60_000 })
})

test('announces the whole body and sends half of it at truncated', async () => {
  await using server = await createPostsServer({ posts: [{ title: 'Tea', content: 'a'.repeat(1000) }] })
  server.faults.next('read', 'truncated')
  const received = await exchangeRaw(server.url, 'GET /v1/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, length, body = ''] = /content-length: (\d+)[\s\S]*?\r\n\r\n(.*)$/i.exec(received) ?? []
  expect(Number(length)).toBeGreaterThan(1000)
  expect(body).toHaveLength(Math.ceil(Number(length) / 2))
})

test('hangs at timeout until the client gives up, and lets go of the request then', async () => {
  await using server = await createPostsServer({ posts: 1 })
  server.faults.next('read', 'timeout')
  const client = new AbortController()
  const failure = expect(fetch(`${server.url}/posts/1`, { signal: client.signal })).rejects.toThrow()
  await expect.poll(() => server.faults.settings.next).toEqual([])
  await pause(50)
  client.abort()
  await failure
  const { status, duration } = await server.journal.waitFor('read', { timeout: 60_000 })
  expect([status, duration >= 49]).toEqual([0, true])
})
