import { once } from 'node:events'
import { connect } from 'node:net'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { BaseUrl } from '../../../handlers/http/base-url.ts'
import { createPostsMock } from '../../../src/index.ts'
import { startAnswerServer } from '../../../src/playwright/request-host.ts'
import { WorldReplies } from '../../../src/playwright/world-replies.ts'

async function start() {
  const { world } = createPostsMock({ posts: 3 })
  const baseUrl = new BaseUrl('*/v1')
  const replies = new WorldReplies({ world, baseUrl, onUnhandledRequest: 'bypass' })
  const { origin, close } = await startAnswerServer(replies)
  return { replies, origin, [Symbol.asyncDispose]: close }
}

test('a client that leaves in the middle of its body is not a problem of the test', async () => {
  await using server = await start()
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  socket.write('POST /http://api/v1/posts HTTP/1.1\r\nhost: api\r\ncontent-length: 100\r\n\r\n{"title"')
  await once(socket, 'connect')
  socket.destroy()
  expect((await fetch(`${server.origin}/http://api/v1/posts`)).status).toBe(200)
  expect(server.replies.problems).toEqual([])
})

test('a reply of a handler that cannot be sent is a problem of the test, and nobody waits for it', async () => {
  await using server = await start()
  server.replies.overrides = [
    http.get('*/v1/posts', () => Object.defineProperty(new HttpResponse('teapot'), 'status', { value: 9 })),
  ]
  await expect(fetch(`${server.origin}/http://api/v1/posts`)).rejects.toThrow('fetch failed')
  expect(server.replies.problems).toMatchObject([{ message: 'Invalid status code: 9' }])
})
