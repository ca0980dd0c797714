import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { cutOff } from '../server/incoming.ts'

/** Headers about the connection, which are not the handler's to say; HTTP/2 refuses them (RFC 9113, section 8.2.2). */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/** Sends a Response of the Fetch Standard; an error response cuts the connection. */
export async function sendResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  if (outgoing.destroyed) return
  if (response.type === 'error') return cutOff(outgoing)
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers)
    if (name !== 'set-cookie' && !ofConnection.includes(name)) outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  if (response.body === null || outgoing.req.method === 'HEAD') return void outgoing.end()
  // A client that leaves in the middle is no failure of ours; one that stays sees the body break off.
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => cutOff(outgoing))
}
