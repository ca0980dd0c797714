import type { ServerResponse } from 'node:http'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { hostRefusal } from './host-refusal.ts'
import { cutOff } from './incoming.ts'

/** Sends a reply, with its transport faults. */
export function sendReply(response: ServerResponse, reply: PlainReply): void {
  const { status, headers, body, broken } = reply
  if (broken === 'connection') {
    cutOff(response)
  } else if (status === 204 || status === 304) {
    // Neither has a body, and a 204 has no Content-Length (RFC 9110, section 8.6).
    const { 'content-length': _length, ...others } = headers
    if (broken) cutOff(response)
    else response.writeHead(status, others).end()
  } else if (broken === 'body') {
    breakOff(response, reply)
  } else if (body === undefined) {
    // The reply to a HEAD already has the length of the GET's body.
    response.writeHead(status, 'content-length' in headers ? headers : { ...headers, 'content-length': '0' })
    response.end()
  } else {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
}

/** Sends the full Content-Length and half of the body, and destroys the connection. */
function breakOff(response: ServerResponse, { status, headers, body = '' }: PlainReply): void {
  const bytes = Buffer.from(body)
  if (bytes.length === 0) return void cutOff(response)
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => cutOff(response))
}

/** Answers 500, or destroys the connection where the reply has begun. */
export function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  sendReply(response, hostRefusal(500, `The server failed: ${(error as Error).message}.`))
}
