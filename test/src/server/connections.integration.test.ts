import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'

const tunnel = 'CONNECT example.com:80 HTTP/1.1\r\nhost: a\r\n\r\n'

/** Sends a text, then more once the reply came, and ends, or not. Settles with what came back. */
async function exchange(url: string, text: string, { more = '', ends = true } = {}) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: !ends })
  socket.on('error', () => {})
  socket.write(text)
  const reply = await Promise.race([once(socket, 'data'), once(socket, 'end')]).then(String)
  if (more) socket.write(more)
  if (ends) socket.end()
  return { socket, reply }
}

test.concurrent.each([
  ['a tunnel that is asked for', tunnel, {}],
  ['a tunnel that bytes were sent into', `${tunnel}bytes`, {}],
  ['a tunnel that bytes are sent into later', tunnel, { more: 'bytes' }],
  ['a client that stays after its tunnel was refused', tunnel, { ends: false }],
  ['what is not HTTP', 'junk\r\n\r\n', { more: 'more junk' }],
  ['a client that stays after sending what is not HTTP', 'junk\r\n\r\n', { ends: false }],
])('closes after %s', async (_what, text, how) => {
  const server = await createPostsServer({ port: 0 })
  const { socket, reply } = await exchange(server.url, text, how)
  // Node ends a connection that asks for a tunnel.
  expect(reply).toMatch(/^(?:HTTP\/1\.1 400 |$)/)
  await server.close()
  socket.destroy()
})
