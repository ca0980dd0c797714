import { createServer, type ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { setupPosts } from '../../../src/node.ts'
import { clients, viaFetch } from '../../support/http-clients.ts'
import { listen } from '../../support/listen.ts'

// A client must not be able to tell a fault from a network's: each is compared with a server that really does it.

const body = JSON.stringify({ id: 1, title: 'a', content: 'b'.repeat(200) })
const faults = {
  'network-error': (response: ServerResponse) => response.socket?.resetAndDestroy(),
  'reply-lost': (response: ServerResponse) => response.socket?.resetAndDestroy(),
  truncated: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.write(body.slice(0, 100), () => response.socket?.destroy())
  },
  timeout: () => {},
}
type FaultName = keyof typeof faults
const names = Object.keys(faults) as FaultName[]

let planned: FaultName | undefined
const real = await listen(
  createServer((_request, response) => {
    if (planned) return faults[planned](response)
    response.setHeader('content-type', 'application/json').end(body)
  }),
)
const realUrl = `${real.origin}/real/posts/1`
afterAll(real.close)

type Send = (typeof clients)[string]

/** What a program can decide by. */
async function failureOf(send: Send, url: string, fault: FaultName) {
  const signal = fault === 'timeout' ? { signal: AbortSignal.timeout(100) } : {}
  const error: unknown = await send({ method: 'GET', url, ...signal }).then(
    () => undefined,
    (reason) => reason,
  )
  const { name, code, cause } = error as Error & { code?: string; cause?: { code?: string } }
  return { name, code, cause: cause?.code }
}

const table = [...Object.keys(clients), 'mock.fetch'].flatMap((name) =>
  names.map((fault) => [name, fault] as const),
)

test.each(table)('%s fails by "%s" as at a real server', async (name, fault) => {
  const send = (clients[name] ?? clients.fetch) as Send
  planned = fault
  const expected = await failureOf(send, realUrl, fault)
  using mock = setupPosts({ baseUrl: 'http://posts.test/v1', posts: 1 }).listen()
  const sendToMock: Send = name === 'mock.fetch' ? (call) => viaFetch(mock.fetch, call) : send
  mock.faults.next('read', fault)
  expect(await failureOf(sendToMock, 'http://posts.test/v1/posts/1', fault)).toEqual(expected)
})

// axios (fetch) keeps the Request of the interception before, which ends at some time.
const others = Object.keys(clients).filter((name) => name !== 'axios (fetch)')

test.each(others)('%s ends a hanging request on a kept connection as at a real server', async (name) => {
  const send = clients[name] as Send
  planned = undefined
  await send({ method: 'GET', url: realUrl })
  planned = 'timeout'
  const expected = await failureOf(send, realUrl, 'timeout')
  using mock = setupPosts({ baseUrl: 'http://posts.test/v1', posts: 1 }).listen()
  const url = 'http://posts.test/v1/posts/1'
  await send({ method: 'GET', url })
  mock.faults.next('read', 'timeout')
  expect(await failureOf(send, url, 'timeout')).toEqual(expected)
})
