import { type IncomingMessage, request, STATUS_CODES } from 'node:http'
import { Duplex } from 'node:stream'
import type { PlainReply } from '../../handlers/http/plain.ts'
import type { Reply } from '../behaviour/case.ts'

/** A reply as a server puts it on the wire. */
export function toWire({ status, headers, body }: PlainReply, method: string): Buffer {
  const bytes = Buffer.from(body ?? '')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const isBodyless = method === 'HEAD' || status === 204 || status === 304
  if (!isBodyless) lines.push(`content-length: ${bytes.byteLength}`)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
    ...lines,
    'connection: close',
    '',
    '',
  ].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

/**
 * Reads the bytes of a response by Node's own parser (llhttp, strict).
 *
 * @throws Error for bytes that are no HTTP, or too few, or too many.
 */
export async function parseHttp(bytes: Buffer, method: string): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const wire = new Duplex({
    read() {},
    write(_chunk, _encoding, done) {
      done()
    },
  })
  const sent = request({ createConnection: () => wire, method, path: '/' })
  sent.on('error', reject)
  sent.on('response', (response: IncomingMessage) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const told = Object.entries(response.headersDistinct).map(([name, values = []]) => [
        name,
        values.join(', '),
      ])
      const text = Buffer.concat(chunks).toString()
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(told), text })
    })
  })
  sent.end()
  wire.push(bytes)
  wire.push(null)
  try {
    return await promise
  } finally {
    sent.destroy()
    wire.destroy()
  }
}
