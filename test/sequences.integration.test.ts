import { expect, test } from 'vitest'
import type { Send } from '../contracts/exchange.ts'
import { crowdSize } from '../contracts/sequences/classics.ts'
import { type SearchOptions, searchSequences } from '../contracts/sequences/search.ts'
import { realClock } from '../contracts/verify/client/clock.ts'
import { completeProfile } from '../src/profile.ts'
import { sequenceFaults } from './fleet/sequence-faults.ts'
import { type RunningProvider, startProvider } from './fleet/start.ts'
import { variations } from './fleet/variations.ts'

test('finds nothing wrong with a correct provider, and leaves nothing behind', async () => {
  await using provider = await started()
  const { failure, sequences, judged } = await search(provider, { runs: 60 })
  expect(failure).toBeUndefined()
  expect(sequences).toBeGreaterThan(20)
  expect([...judged]).toEqual(
    expect.arrayContaining(['create.adds', 'replace.idempotent', 'delete.removes', 'read.missing']),
  )
  expect(await listed(provider)).toEqual([])
})

test.each(sampled(variations, 20).filter((variation) => !('headers' in variation)))(
  'accepts a provider where $name',
  async ({ change }) => {
    await using provider = await started(change)
    const { failure } = await search(provider, { runs: 25 })
    expect(failure?.findings).toBeUndefined()
  },
)

const caught = [
  'page-of-100',
  'capacity-of-100',
  'replace-twice-in-a-row-merges',
  'near-equal-titles-are-one',
  'delete-of-middle-ignored',
  'refused-replace-brings-back',
]

test.each(sequenceFaults.filter(({ name }) => caught.includes(name)))(
  'catches a provider where $name',
  async ({ change }) => {
    await using provider = await started(change)
    const { failure } = await search(provider, { runs: 150 })
    expect(failure?.findings[0]).toBeDefined()
  },
)

test('makes a failing sequence short, and plays it again by its seed and path', async () => {
  const fault = sequenceFaults.find(({ name }) => name === 'replace-twice-in-a-row-merges')
  await using provider = await started(fault?.change)
  const { failure } = await search(provider, { runs: 150, gentle: true })
  expect(failure?.kind).toBe('deterministic')
  expect(failure?.steps.length).toBeLessThanOrEqual(6)
  await using fresh = await started(fault?.change)
  const again = await search(fresh, { runs: 1, path: failure?.path ?? '' })
  expect(again.failure?.steps).toEqual(failure?.steps)
})

test('is gentle where it is asked to: no crowd of posts', async () => {
  await using provider = await started()
  await search(provider, { runs: 1, gentle: true })
  expect(provider.requests.filter((line) => line.startsWith('POST')).length).toBeLessThan(crowdSize)
})

async function started(
  change?: Parameters<typeof startProvider>[0],
): Promise<RunningProvider & AsyncDisposable> {
  const provider = await startProvider(change)
  return Object.assign(provider, { [Symbol.asyncDispose]: () => provider.close() })
}

function search({ url }: RunningProvider, options: Partial<SearchOptions>) {
  const send: Send = async ({ method, path, headers, body }) => {
    const bytes = body === undefined ? null : new TextEncoder().encode(body)
    const reply = await fetch(url + path, {
      method,
      headers: { ...headers },
      body: bytes,
      redirect: 'manual',
    })
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  }
  return searchSequences({
    send,
    marker: 'pu-sequences',
    profile: completeProfile(),
    seed: 1,
    runs: 100,
    budget: 30_000,
    settle: 300,
    lateness: { longest: 0 },
    signal: new AbortController().signal,
    clock: realClock,
    ...options,
  })
}

async function listed({ url }: RunningProvider): Promise<unknown> {
  return await (await fetch(`${url}/posts`)).json()
}

function sampled<Item>(items: readonly Item[], every: number): Item[] {
  return items.filter((_item, at) => at % every === 0)
}
