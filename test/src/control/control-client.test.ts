import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ControlClient } from '../../../src/control/control-client.ts'

/** A server that gives every request one answer, and what calls it. */
async function callOf(status: number, text: string) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.writeHead(status).end(text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
  const client = new ControlClient({ server: url, world: 'a & b' })
  return { client, seen, [Symbol.asyncDispose]: async () => void server.close() }
}

test('calls the world that is meant, and keeps ids exact', async () => {
  await using stage = await callOf(200, '[{"id":9223372036854775807}]')
  expect(await stage.client.call('GET', 'posts')).toEqual([{ id: 2n ** 63n - 1n }])
  expect(stage.seen).toEqual(['GET /_understudy/posts?world=a+%26+b'])
})

test('gives undefined for an answer without a body', async () => {
  await using stage = await callOf(204, '')
  expect(await stage.client.call('DELETE', 'faults')).toBeUndefined()
})

test.each([
  ['{"detail":"No."}', 'No.'],
  ['{"message":"No."}', 'The server answered 400.'],
  ['{"detail":7}', 'The server answered 400.'],
  ['null', 'The server answered 400.'],
  ['<p>No.</p>', 'The server answered 400.'],
  ['', 'The server answered 400.'],
])('says why it was refused with %s', async (text, reason) => {
  await using stage = await callOf(400, text)
  await expect(stage.client.call('PATCH', 'faults', {})).rejects.toMatchObject({
    message: reason,
  })
})

test('says that who answers is not a control API', async () => {
  await using stage = await callOf(200, '<p>Hello</p>')
  await expect(stage.client.call('GET', 'state')).rejects.toMatchObject({
    message: expect.stringContaining('the server there is not a posts-understudy server'),
  })
})
