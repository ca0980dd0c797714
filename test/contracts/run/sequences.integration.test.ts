import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SearchResult } from '../../../contracts/run/search-sequences.ts'
import { specialRows } from '../../../contracts/scenarios/texts.ts'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { pause } from '../../provider-set/concurrency.ts'
import type { Change } from '../../provider-set/provider.ts'
import { sequenceFaults } from '../../provider-set/sequence-faults.ts'
import { startProvider } from '../../provider-set/start.ts'
import { near } from '../../support/distant-clock.ts'
import { isFull, sampled } from '../../support/full.ts'
import { anyWrite } from '../../support/provider-client.ts'
import { searchAt } from './search-at.ts'

/** Searches at a provider of its own, and looks whether it is left as it was. */
async function search(
  change?: Change,
  options: Partial<Parameters<typeof searchAt>[0]> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<SearchResult & { readonly left: number }> {
  const { url, provider, close } = await startProvider(change)
  // However busy the machine is, the provider is near.
  const client = createProviderClient({ url, headers, clock: near }).writing(anyWrite)
  const { send, pace } = client
  const result = await searchAt({ send, pace, most: isFull ? 400 : 100, ...options })
  await client.close()
  await close()
  if (result.lost !== undefined) throw result.lost
  return { ...result, left: provider.posts.size }
}

function changeOf(name: string): Change | undefined {
  return sequenceFaults.find((fault) => fault.name === name)?.change
}

/** A provider whose lists are odd during other requests. */
const oddWhileBusy = (
  isOdd: (busy: { creates: number; all: number }) => boolean,
  body: unknown,
  status = 200,
): Change => {
  const busy = { creates: 0, all: 0 }
  return (_provider, correct) => ({
    create: async (input) => {
      busy.creates++
      await wait(pause)
      busy.creates--
      return correct.create(input)
    },
    list: (call) => (isOdd(busy) ? { status, body } : correct.list(call)),
    answer: async (call) => {
      busy.all++
      await wait(3)
      return await correct.answer(call).finally(() => busy.all--)
    },
  })
}

const oddLists = [
  ['list.all', oddWhileBusy(({ creates }) => creates > 0, [])],
  ['list.ok', oddWhileBusy(({ all }) => all > 3, { error: 'busy' })],
  ['list.ok', oddWhileBusy(({ creates }) => creates > 0, { error: 'changed while it was read' }, 500)],
  ['list.ok', oddWhileBusy(({ creates }) => creates > 0, { error: 'no file' }, 404)],
] as const

test.concurrent.each(sampled(oddLists, 1, 3))(
  'finds %s where a list is odd only during other requests',
  async (clause, change) => {
    // Requests overlap by chance: the first sequence that shows it ends the search.
    const { failure } = await search(change, { most: 100 })
    expect(failure?.findings[0]?.clause).toBe(clause)
  },
)

test.concurrent('makes a crowd as small as shows the fault', async () => {
  const { failure } = await search(changeOf('page-of-50'), { clock: near })
  expect(failure?.steps).toEqual([
    { kind: 'many', write: 'create', from: specialRows.create.length, count: 51 },
  ])
})

test.concurrent('says how often a fault shows that is not always there', async () => {
  const { failure } = await search(changeOf('fifth-replace-lost'))
  expect(failure?.shown).toBeLessThan(failure?.runs ?? 0)
})

/** The number of the fixed sequence of concurrent requests. */
const crossings = 3

test.concurrent('names the replace where a read shows the title of a new post and the content of the old', async () => {
  const { failure, left } = await search(
    (provider, correct) => ({
      replace: async (id, input) => {
        const old = provider.posts.get(id)
        if (old) provider.posts.set(id, { ...old, title: input.title })
        await wait(15)
        return correct.replace(id, input)
      },
    }),
    { only: crossings },
  )
  expect(failure?.findings[0]).toMatchObject({
    clause: 'replace.whole',
    about: expect.stringContaining('no order of concurrent requests explains'),
  })
  expect(left).toBe(0)
})

test.concurrent('accepts that concurrent requests are answered in any order', async () => {
  let turns = 0
  const { failure } = await search(
    (_provider, correct) => ({
      answer: async (call) => {
        await wait(((turns++ * 7) % 5) * 4)
        const reply = await correct.answer(call)
        await wait(((turns++ * 11) % 5) * 4)
        return reply
      },
    }),
    { only: crossings },
  )
  expect(failure).toBeUndefined()
})
