import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { createPostsMock } from '../../../src/index.ts'

const ledgerFolder = await mkdtemp(join(tmpdir(), 'understudy-packets-'))
afterAll(() => rm(ledgerFolder, { recursive: true, force: true }))

/** A provider whose server reads bodies in its own way. @returns its base address. */
async function startReading(read: (packets: Buffer[]) => string): Promise<string> {
  const mock = createPostsMock({ baseUrl: 'http://posts.test/v1', posts: 0, onWarning() {} })
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request
    const sent = read(await packetsOf(request))
    const type = headers['content-type']
    const reply = await mock.fetch(`http://posts.test${url}`, {
      method,
      headers: { accept: headers.accept ?? '*/*', ...(type ? { 'content-type': type } : {}) },
      ...(sent === '' || method === 'GET' || method === 'HEAD' ? {} : { body: sent }),
    })
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(Buffer.from(await reply.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

async function packetsOf(request: IncomingMessage): Promise<Buffer[]> {
  const packets: Buffer[] = []
  for await (const packet of request) packets.push(packet)
  return packets
}

test.each([
  ['as a whole', (packets: Buffer[]) => Buffer.concat(packets).toString(), []],
  ['a packet at a time as text', (packets: Buffer[]) => packets.map(String).join(''), ['create.adds']],
  ['up to the end of the first packet', ([first]: Buffer[]) => String(first ?? ''), ['create.adds']],
])('a provider that reads bodies %s is judged by them', async (_how, read, broken) => {
  const url = await startReading(read)
  const without = ['replace', 'delete'] as const
  const usual = { budget: 0, settle: 200, without }
  const { clauses } = await verifyProvider({ url, ledgerFolder, ...usual })
  const wrong = clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  expect(wrong).toEqual(broken)
})
