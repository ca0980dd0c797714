import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'
import type { Contract } from '../../../contracts/pact/interaction.ts'
import type { ReplayResult } from '../../../contracts/pact/replay.ts'
import { createProviderClient } from '../../../contracts/session/client.ts'
import { createPostsMock } from '../../../src/index.ts'
import { createPostsServer } from '../../../src/server.ts'
import { anyWrite } from '../../support/any-write.ts'
import { complaints, deriveSome, replayOn } from '../../support/replaying/replay.ts'

const contracts = [await deriveSome({ kind: 'document' }), await deriveSome({ kind: 'mock' })]
const read = await deriveSome({ kind: 'document' }, 'read/existing', 'list/several')

async function replayAt(url: string, ...played: Contract[]): Promise<ReplayResult> {
  const client = createProviderClient({ url }).writing(anyWrite)
  onTestFinished(() => client.close())
  return replayOn(client, played)
}

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server }
}

function verdicts({ native }: ReplayResult): Set<string> {
  return new Set(native.map(({ verdict }) => verdict))
}

test('passes a real server, through a real client', async () => {
  await using server = await createPostsServer({ port: 0, posts: 5, onWarning: () => {} })
  expect(complaints(await replayAt(server.url, ...contracts))).toEqual([])
})

test('finds nothing right where nothing listens', async () => {
  const { url, server } = await serve(() => {})
  server.close()
  const result = await replayAt(url, ...contracts)
  expect(verdicts(result)).toEqual(new Set(['error']))
  // What needs no state reaches the tap; the others fail before it.
  for (const { setUpFailure, messages } of result.native) {
    expect(setUpFailure ?? messages.join()).toMatch(/nothing listens at 127\.0\.0\.1/)
  }
})

test('finds no read, list or replaced post right where another service listens', async () => {
  const { url } = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>It works!</h1>')
  })
  const { native } = await replayAt(url, ...contracts)
  const right = native.filter(({ verdict }) => verdict === 'ok').map(({ key }) => key)
  expect(right.filter((key) => /^(?:read|list)\/|\/existing$|^replace\/(?:again|unicode)/.test(key))).toEqual(
    [],
  )
})

test('finds nothing right where the provider ends in the middle of the run', async () => {
  await using real = await createPostsServer({ port: 0, posts: 0, onWarning: () => {} })
  const client = createProviderClient({ url: real.url }).writing(anyWrite)
  onTestFinished(() => client.close())
  const answered: string[] = []
  const result = await replayOn(client, contracts, {
    afterInteraction: async ({ interaction: { key }, exchange }) => {
      if (exchange) answered.push(key)
      if (answered.length === 10) await real.close()
    },
  })
  const wrong = result.native.filter(({ verdict }) => verdict === 'error')
  expect(new Set(answered).size).toBe(10)
  expect(wrong.map(({ key }) => key)).toEqual(
    result.native.map(({ key }) => key).filter((key) => !answered.includes(key)),
  )
  expect(result.interactionRuns.length).toBeGreaterThan(wrong.length)
})

test('reaches the provider although MSW answers for it in this process', async () => {
  let hits = 0
  const { url } = await serve((_request, response) => {
    hits += 1
    response.writeHead(500).end()
  })
  const mock = createPostsMock({ baseUrl: url, posts: 3, onWarning: () => {} })
  const interception = setupServer(...mock.handlers)
  interception.listen()
  onTestFinished(() => interception.close())
  expect((await fetch(`${url}/posts`)).status).toBe(200)
  const result = await replayAt(url, read)
  expect(verdicts(result)).toEqual(new Set(['error']))
  expect(hits).toBeGreaterThan(0)
})
