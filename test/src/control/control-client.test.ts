import { expect, test } from 'vitest'
import { ControlClient } from '../../../src/control/control-client.ts'

/** A client whose server gives every request one answer; `seen` has the addresses. */
function clientOf(status: number, text: string) {
  const seen: string[] = []
  const client = new ControlClient({
    server: new URL('http://127.0.0.1:4010/v1'),
    world: 'a & b',
    async fetch(input) {
      seen.push(String(input))
      return new Response(status === 204 ? null : text, { status })
    },
  })
  return { client, seen }
}

test('calls the world that is meant, and keeps ids exact', async () => {
  const { client, seen } = clientOf(200, '[{"id":9223372036854775807}]')
  expect(await client.call('GET', 'posts')).toEqual([{ id: 2n ** 63n - 1n }])
  expect(seen).toEqual(['http://127.0.0.1:4010/_understudy/posts?world=a+%26+b'])
  expect(await clientOf(204, '').client.call('DELETE', 'faults')).toBeUndefined()
})

test.each([
  [400, '{"detail":"No."}', 'No.'],
  [400, '{"detail":7}', 'The server answered 400.'],
  [400, '', 'The server answered 400.'],
  [200, '<p>Hello</p>', 'Failed to reach the posts server at http://127.0.0.1:4010: Unexpected token'],
])('says why %i with %s is no answer', async (status, text, reason) => {
  await expect(clientOf(status, text).client.call('GET', 'state')).rejects.toThrow(reason)
})
