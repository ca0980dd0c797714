import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import type { VerifyOptions } from '../../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { inProcessProvider } from '../../support/replaying/in-process-provider.ts'

/** A provider that resets the connection instead of answering a request whose body has a text in it. */
async function serveUnless(text: string): Promise<string> {
  const provider = inProcessProvider()
  const server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    if (body.includes(text)) return void request.socket.destroy()
    const { method = '', url = '', headers } = request
    const sent = {
      method,
      path: url.slice('/v1'.length),
      headers: { 'content-type': headers['content-type'] ?? '' },
    }
    const reply = await provider.forward({ ...sent, body: body.length > 0 ? body : undefined })
    response.writeHead(reply.status, { ...reply.headers } as Record<string, string>).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

async function verify(url: string, options: Partial<VerifyOptions> = {}): Promise<VerifyResult> {
  const ledgerFolder = await mkdtemp(join(tmpdir(), 'understudy-ledger-'))
  onTestFinished(() => rm(ledgerFolder, { recursive: true, force: true }))
  return verifyProvider({ url, ledgerFolder, budget: 0, ...options })
}

test('does not hold where the request of one interaction got no answer', async () => {
  const { verdict, exitCode, failureReason } = await verify(await serveUnless('<script>'))
  expect({ verdict, exitCode }).toEqual({ verdict: 'not judged', exitCode: 3 })
  expect(failureReason).toMatch(/the connection was closed before a reply came/)
})

test('holds where every request got its answer, and what both contracts ask for is asked twice', async () => {
  const { verdict, exitCode, clauses } = await verify(await serveUnless('a text that no example has'), {
    profile: 'default',
  })
  expect(
    clauses.flatMap(({ findings }) => findings.map(({ about, shownBy }) => `${shownBy}: ${about}`)),
  ).toEqual([])
  expect({ verdict, exitCode }).toEqual({ verdict: 'held', exitCode: 0 })
})
