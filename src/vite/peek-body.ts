import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'

/** Reads the body of a request and puts it back, for whoever answers if the reader does not. */
export async function peekBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for (;;) {
    for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk as Buffer)
    if (request.complete || request.destroyed) break
    await Promise.race([once(request, 'readable'), once(request, 'close')])
  }
  const bytes = Buffer.concat(chunks)
  // At the latest now: once the end of the stream is told, nothing can be put back.
  if (bytes.length > 0 && !request.destroyed) request.unshift(bytes)
  return bytes
}
