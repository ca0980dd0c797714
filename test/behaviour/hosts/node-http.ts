import { once } from 'node:events'
// As a whole: MSW replaces functions on the module, and a name imported from it would stay the real one.
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { bytesOf, type Reply, type Step } from '../case.ts'

/** Sends a step by `node:http`: the path goes out as it is, and any method may have a body. */
export async function sendByNodeHttp(base: string, { method, path, headers, body }: Step): Promise<Reply> {
  const { protocol, hostname, port, pathname } = new URL(base)
  const bytes = body === undefined ? undefined : bytesOf(body)
  const length = bytes && { 'content-length': bytes.byteLength }
  const target = { protocol, hostname, port, path: pathname + path }
  const sent = http.request({ ...target, method, headers: { ...headers, ...length } }).end(bytes)
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  const told = Object.entries(response.headersDistinct).map(([name, values]) => [name, values?.join(', ')])
  const { statusCode: status = 0 } = response
  return { status, headers: Object.fromEntries(told), text: await text(response) }
}
