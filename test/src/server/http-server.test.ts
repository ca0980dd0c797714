import { expect, test } from 'vitest'
import { HttpServer } from '../../../src/server/http-server.ts'
import { openSocket, statusesIn } from '../../support/raw-socket.ts'

test('answers a pipelined request although the reply before it reports an error', async () => {
  const server = new HttpServer({
    takesBody: () => true,
    async reply({ url }, response) {
      if (url === '/second') return { status: 204, headers: {}, body: undefined }
      // The second request is in the same packet, and waits by then.
      await new Promise(setImmediate)
      response.on('error', () => {}).emit('error', new Error('broken'))
      await new Promise(setImmediate)
      return { status: 200, headers: {}, body: 'first' }
    },
  })
  const socket = openSocket(await server.listen(0, '127.0.0.1'))
  socket.send('GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(statusesIn(await socket.until(/ 20\d [\s\S]* (?:204|500) /))).toEqual([200, 204])
  socket.destroy()
  await server.close()
})
