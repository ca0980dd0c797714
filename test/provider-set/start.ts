import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '../support/listen.ts'
import { type Call, type Change, Provider } from './provider.ts'

export type RunningProvider = Awaited<ReturnType<typeof startProvider>>

/**
 * Starts the correct posts provider, or one that a fault or a variation has changed, on a free port of 127.0.0.1.
 * @param now its time, in milliseconds. Default that of the system.
 *
 * @example
 * const { url, close } = await startProvider((_provider, correct) => ({ all: () => correct.all().slice(0, 100) }))
 */
export async function startProvider(change?: Change, now?: () => number) {
  const provider = new Provider(change)
  if (now) provider.now = now
  /** Every request so far, as `GET /v1/posts`. */
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    try {
      const call = await readCall(request)
      provider.send(await provider.answer(call), response, call)
    } catch (cause) {
      // A client that went away in the middle of its request is answered by nobody.
      if (request.destroyed && !request.complete) return
      response.writeHead(500).end(String(cause))
    }
  })
  const { origin, close } = await listen(server)
  return { url: `${origin}/v1`, requests, provider, close, [Symbol.asyncDispose]: close }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(`http://provider${request.url}`)
  const { method = 'GET', headers } = request
  return {
    method,
    path: pathname,
    query: searchParams,
    headers,
    body: Buffer.concat(await request.toArray()),
  }
}
