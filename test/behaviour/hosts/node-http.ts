// As a whole: MSW replaces functions on the module, and a name imported from it would stay the real one.
import http from 'node:http'
import { bytesOf, type Reply, type Step } from '../case.ts'

/** Sends a step by `node:http`: the path goes out as it is, and any method may have a body. */
export function sendByNodeHttp(base: string, { method, path, headers, body }: Step): Promise<Reply> {
  const { protocol, hostname, port, pathname } = new URL(base)
  const bytes = bytesOf(body)
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const sent = http.request({
    protocol,
    hostname,
    port,
    method,
    path: `${pathname}${path}`,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-length': bytes.byteLength }) },
  })
  sent.on('error', reject)
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const told = Object.entries(response.headersDistinct).map(([name, values]) => [
        name,
        values?.join(', ') ?? '',
      ])
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(told), text })
    })
  })
  sent.end(body === undefined ? undefined : bytes)
  return promise
}
