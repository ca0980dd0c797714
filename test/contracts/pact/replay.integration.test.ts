import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contractCoverage } from '../../../contracts/pact/coverage.ts'
import { fillRequest } from '../../../contracts/pact/derive.ts'
import type { RawReply, RawRequest, Target } from '../../../contracts/session/target.ts'
import { parseJson } from '../../../handlers/model/json.ts'
import { inProcessProvider } from '../../support/replaying/in-process-provider.ts'
import { complaints, deriveSome, replayOn } from '../../support/replaying/replay.ts'

const document = await deriveSome({ kind: 'document' })
const mock = await deriveSome({ kind: 'mock' })
const contracts = [document, mock]
const replayed = await replayOn(inProcessProvider(), contracts)
const read = await deriveSome({ kind: 'document' }, 'read/existing')
const readAndMissing = await deriveSome({ kind: 'document' }, 'read/existing', 'read/missing')

/** A provider whose answers to the requests of interactions, and not to those of their states, are changed. */
function spoiled(change: (reply: RawReply, request: RawRequest) => RawReply | Promise<RawReply>): Target {
  const provider = inProcessProvider()
  return {
    async forward(request, signal) {
      const reply = await provider.forward(request, signal)
      return request.headers['user-agent']?.startsWith('pact') ? change(reply, request) : reply
    },
  }
}

function isMissing(path: string): boolean {
  return /^\/posts\/10000\d\d$/.test(path)
}

function keysOf(results: readonly { contract: string; key: string }[]): string[] {
  return results.map(({ contract, key }) => `${contract} ${key}`).sort()
}

test('judges every interaction of both contracts, those of one key by one request', () => {
  expect(complaints(replayed)).toEqual([])
  const all = contracts.flatMap(({ kind, interactions }) =>
    interactions.map(({ key }) => ({ contract: kind, key })),
  )
  const outside = contractCoverage(contracts).outsidePact.map(({ contract, key }) => `${contract} ${key}`)
  expect(keysOf(replayed.native)).toEqual(keysOf(all).filter((key) => !outside.includes(key)))
  expect(replayed.interactionRuns.filter(({ exchange }) => exchange === undefined)).toEqual([])
  expect(new Set(replayed.interactionRuns.map(({ exchange }) => exchange)).size).toBe(
    new Set(all.map(({ key }) => key)).size,
  )
})

test('sends what the example says, whatever the texts look like', () => {
  for (const { interaction, values, exchange } of replayed.interactionRuns) {
    const { method, path, headers, body } = fillRequest(interaction, values ?? {})
    expect(exchange?.request).toMatchObject({ method, path, headers })
    if (typeof interaction.request.body !== 'object') expect(exchange?.request.body).toBe(body)
    else expect(parseJson(exchange?.request.body ?? '')).toEqual(parseJson(body ?? ''))
  }
})

test('runs what Pact cannot say, byte for byte', async () => {
  const contract = await deriveSome({ kind: 'document' }, 'create/duplicate-key', 'create/no-media-type')
  const { native, interactionRuns } = await replayOn(inProcessProvider(), [contract])
  expect(native).toEqual([])
  const [duplicate, bare] = interactionRuns
  expect(duplicate?.exchange?.request.body).toMatch(
    /^\{"title":"pu-lost","title":"pu-[-\da-f]{36}","content":"[^"]+"\}$/,
  )
  expect(bare?.exchange?.request).toMatchObject({
    method: 'POST',
    headers: {},
    body: expect.stringContaining('"title":"pu-'),
  })
  expect(bare?.exchange?.reply.status).toBe(415)
})

test('keeps ids beyond 2^53 exact in states, paths and replies', async () => {
  const profile = { 'id.assignment': 'beyond-2^53' } as const
  const contract = await deriveSome({ kind: 'document', profile }, 'read/replaced', 'replace/existing')
  const result = await replayOn(inProcessProvider(profile), [contract])
  expect(complaints(result)).toEqual([])
  const [interactionRun] = result.interactionRuns
  expect(interactionRun?.exchange?.request.path).toBe('/posts/9007199254740993')
  expect(interactionRun?.values).toMatchObject({ id: 9007199254740993n })
})

test('gives a mismatch as short sentences without colours', async () => {
  const provider = spoiled((reply, { path }) => ({
    ...reply,
    status: 500,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(isMissing(path) ? '' : '<h1>\u001b[31mno</h1>'),
  }))
  const { native } = await replayOn(provider, [readAndMissing])
  expect(native).toEqual([
    {
      contract: 'document',
      key: 'read/existing',
      verdict: 'mismatch',
      messages: [
        expect.stringMatching(/^body: .*text\/html/),
        'status: expected 200 but was 500',
        expect.stringMatching(/^header Content-Type: Expected 'text\/html' to match/),
      ],
    },
    {
      contract: 'document',
      key: 'read/missing',
      verdict: 'mismatch',
      messages: ['status: expected 404 but was 500'],
    },
  ])
})

test('takes any success and any refusal for an answer that the document leaves open', async () => {
  const statuses = [200, 202, 204, 303, 402, 418, 451, 499]
  const open = document.interactions.filter(
    ({ response }) => response.status.permits === 'success-or-refusal',
  )
  const left = [...statuses]
  const provider = spoiled((reply) => ({ ...reply, status: left.pop() ?? 500 }))
  const { native } = await replayOn(provider, [{ ...document, interactions: open.slice(0, statuses.length) }])
  expect(native.map(({ verdict }) => verdict)).toEqual(statuses.map(() => 'ok'))
  expect(left).toEqual([])
})

test('reads a compressed reply as Pact does', async () => {
  const provider = spoiled((reply) => ({
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'gzip' },
    body: gzipSync(reply.body),
  }))
  const result = await replayOn(provider, [read])
  expect(complaints(result)).toEqual([])
  expect(result.interactionRuns[0]?.exchange?.reply.body).toContain('"title"')
})

test('follows no redirect', async () => {
  const provider = spoiled((reply) => ({
    ...reply,
    status: 301,
    headers: { location: 'http://127.0.0.1:1/' },
  }))
  const { native, interactionRuns } = await replayOn(provider, [read])
  expect(native[0]?.messages).toContain('status: expected 200 but was 301')
  expect(interactionRuns[0]?.exchange?.reply).toMatchObject({
    status: 301,
    headers: { location: 'http://127.0.0.1:1/' },
  })
})

test('says that no reply came, and nothing of a status', async () => {
  const provider = spoiled((reply, { path }) => {
    if (isMissing(path)) throw new Error('the connection was reset')
    return reply
  })
  const { native, interactionRuns } = await replayOn(provider, [readAndMissing])
  expect(native.map(({ verdict, messages }) => ({ verdict, messages }))).toEqual([
    { verdict: 'ok', messages: [] },
    { verdict: 'error', messages: ['the provider gave no reply: the connection was reset'] },
  ])
  expect(interactionRuns[1]?.unanswered).toMatchObject({ message: 'the connection was reset' })
  expect(interactionRuns[1]?.exchange).toBeUndefined()
})

test('names a state that cannot be set up, and sends no request after it', async () => {
  const provider = inProcessProvider()
  const played: string[] = []
  const { native } = await replayOn(provider, [read], {
    onSetUp: () => Promise.reject(new Error('POST /posts answered 401')),
    afterInteraction: async ({ interaction }) => void played.push(interaction.key),
  })
  const failed = { contract: 'document', key: 'read/existing', verdict: 'error', messages: [] }
  expect(native).toEqual([{ ...failed, setUpFailure: 'POST /posts answered 401' }])
  expect(provider.received).toEqual([])
  expect(played).toEqual(['read/existing'])
})

test('sets the states of an interaction up once, and ends it once', async () => {
  const contract = await deriveSome({ kind: 'document' }, 'delete/deleted')
  const calls: string[] = []
  await replayOn(inProcessProvider(), [contract], {
    onSetUp: async ({ interaction }) => {
      calls.push(`set up ${interaction.states.join(', ')}`)
      return { id: 4 }
    },
    afterInteraction: async ({ exchange }) => void calls.push(`after ${exchange?.request.path}`),
  })
  expect(calls).toEqual(['set up several posts exist, a post was deleted', 'after /posts/4'])
})

test('reports what fails after an interaction beside the verdict, and goes on', async () => {
  const error = new Error('the list is gone')
  const { native, hookErrors } = await replayOn(inProcessProvider(), [readAndMissing], {
    afterInteraction: ({ interaction }) =>
      interaction.key === 'read/existing' ? Promise.reject(error) : Promise.resolve(),
  })
  expect(native.map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
  expect(hookErrors).toEqual([{ contract: 'document', key: 'read/existing', error }])
})
