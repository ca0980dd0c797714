import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { hasArrived } from '../server/incoming.ts'

/** Reads the body of a request and puts it back, for whoever answers if the reader does not. */
export async function peekBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for (;;) {
    for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk as Buffer)
    if (hasArrived(request) || request.destroyed) break
    await oneOf(request, ['readable', 'close'])
  }
  const bytes = Buffer.concat(chunks)
  // At the latest now: once the end of the stream is told, nothing can be put back.
  if (bytes.length > 0 && !request.destroyed) request.unshift(bytes)
  return bytes
}

/** Waits for the first of several events, and leaves no listener for the others behind. */
async function oneOf(request: IncomingMessage, events: readonly string[]): Promise<void> {
  const heard = new AbortController()
  const { signal } = heard
  await Promise.race(events.map((event) => once(request, event, { signal }))).finally(() => heard.abort())
}
