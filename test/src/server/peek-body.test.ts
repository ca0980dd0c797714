import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, createServer as createServer2 } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { peekBody } from '../../../src/server/own-handlers.ts'

/** Reads the body twice, and tells what was there each time, and who still listens to the request. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const before = incoming.listenerCount('close')
  const peeked = await peekBody(incoming)
  const left = incoming.listenerCount('close') - before
  outgoing.end(JSON.stringify([peeked.length, (await buffer(incoming)).length, left]))
}

async function send(body: NodeJS.WritableStream, pieces: number): Promise<void> {
  for (let piece = 0; piece < pieces; piece++) {
    body.write('x'.repeat(1000))
    // So that the pieces come one by one, and the end after the last of them.
    await pause(5)
  }
  body.end()
}

test('reads a body that comes in many pieces, puts it back, and leaves no listener behind', async () => {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const sent = request({ port: (server.address() as AddressInfo).port, method: 'POST' })
  await send(sent, 15)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(JSON.parse(await text(response))).toEqual([15_000, 15_000, 0])
  server.close()
  server.closeAllConnections()
})

test('reads a body that comes by HTTP/2, whose end comes after its data', async () => {
  const server = createServer2((incoming, outgoing) => void answer(incoming as never, outgoing as never))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const sent = session.request({ ':method': 'POST', ':path': '/' })
  await send(sent, 3)
  expect(JSON.parse(await text(sent))).toEqual([3000, 3000, 0])
  session.destroy()
  server.close()
})
