import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SearchResult } from '../../../contracts/run/search.ts'
import { specialRows } from '../../../contracts/run/texts.ts'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { realClock } from '../../../contracts/wire/clock.ts'
import { Concurrency } from '../../../contracts/wire/concurrency.ts'
import { pause } from '../../provider-set/concurrency.ts'
import type { Change, Post, Reply } from '../../provider-set/provider.ts'
import { sequenceFaults } from '../../provider-set/sequence-faults.ts'
import { startProvider } from '../../provider-set/start.ts'
import { variations } from '../../provider-set/variations.ts'
import { anyWrite } from '../../support/any-write.ts'
import { isFull, sampled } from '../../support/full.ts'
import { searchAt } from '../../support/search-at.ts'

/** Searches at a provider of its own, and looks whether it is left as it was. */
async function search(
  change?: Change,
  options: Partial<Parameters<typeof searchAt>[0]> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<SearchResult & { readonly left: number; readonly widest: number }> {
  const { url, provider, close } = await startProvider(change)
  // However busy the machine is, the provider is near.
  const { concurrency = new Concurrency({ ...realClock, now: () => 0 }) } = options
  const client = createProviderClient({ url, headers, concurrency }).writing(anyWrite)
  const result = await searchAt({ send: client.send, most: isFull ? 400 : 100, concurrency, ...options })
  await client.close()
  await close()
  if (result.lost !== undefined) throw result.lost
  return { ...result, left: provider.posts.size }
}

function changeOf(name: string): Change | undefined {
  return sequenceFaults.find((fault) => fault.name === name)?.change
}

test.concurrent('finds nothing wrong with a correct provider, and leaves nothing behind', async () => {
  const most = isFull ? 400 : 15
  const { failure, sequences, left } = await search(undefined, { most })
  expect({ failure, left }).toEqual({ failure: undefined, left: 0 })
  expect(sequences).toBe(most)
})

/** By name: by their place they would be others whenever the set grows. */
const samples = ['create-bare-id', 'content-unique']
const accepted = variations.filter(({ name }) => isFull || samples.includes(name))

test.concurrent.each(accepted)('accepts a provider where $name', async ({ change, headers }) => {
  const { failure } = await search(change, isFull ? {} : { most: 8 }, headers)
  expect(failure?.findings).toBeUndefined()
})

test.concurrent('accepts a provider whose replies to creates repeat the request, a useless id included', async () => {
  const echo: Change = (_provider, correct) => ({
    create: (input) => ({ ...correct.create(input), headers: {}, body: input.fields }),
  })
  const { failure, left } = await search(echo, isFull ? {} : { most: 8 })
  expect({ findings: failure?.findings, left }).toEqual({ findings: undefined, left: 0 })
})

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

test.concurrent.each(sampled(oddLists, 0, 3))(
  'finds %s where a list is odd only during other requests',
  async (clause, change) => {
    // Requests overlap by chance: the first sequence that shows it ends the search.
    const { failure } = await search(change, { most: 100 })
    expect(failure?.findings[0]?.clause).toBe(clause)
  },
)

test.concurrent('accepts a provider whose gateway answers 503 to a list during a create', async () => {
  const busy = oddWhileBusy(({ creates }) => creates > 0, { error: 'busy' }, 503)
  const { failure } = await search(busy, { most: 8 })
  expect(failure?.findings).toBeUndefined()
})

const caught = ['replace-on-one-of-two-replicas', 'reads-at-once-crossed']
const named = sampled(
  [
    'creates-at-once-share-an-id',
    'replaces-at-once-share-texts',
    'delete-of-second-twin-takes-the-first',
    'replace-of-second-twin-changes-the-first',
    'equal-replaces-at-once-copy',
  ],
  0,
  3,
)

test.concurrent.each(sequenceFaults.filter(({ name }) => isFull || caught.includes(name)))(
  'catches a provider where $name',
  async ({ change }) => {
    const { failure } = await search(change)
    expect(failure?.findings[0]).toBeDefined()
  },
)

test.concurrent.each(sequenceFaults.filter(({ name }) => named.includes(name)))(
  'names $clause where $name',
  async ({ change, clause }) => {
    const { failure } = await search(change)
    expect(failure?.findings[0]?.clause).toBe(clause)
  },
)

test.concurrent('catches a create that revives a deleted post before the first random sequence', async () => {
  const { failure } = await search(changeOf('title-of-deleted-revives'), { most: 6 })
  expect(failure?.findings[0]?.clause).toBe('create.adds')
})

test.concurrent('makes a failing sequence short, and runs it again by its seed and path', async () => {
  const name = 'replace-twice-in-a-row-merges'
  const { failure } = await search(changeOf(name))
  expect(failure).toMatchObject({ kind: 'deterministic', runs: 3, shown: 3 })
  expect(failure?.steps.map((step) => step.do)).toEqual(['create', 'replace', 'replace'])
  const again = await search(changeOf(name), { path: failure?.path ?? '' })
  expect(again.failure?.steps).toEqual(failure?.steps)
})

test.concurrent('makes a crowd as small as shows the fault', async () => {
  const { failure } = await search(changeOf('page-of-50'))
  expect(failure?.steps).toEqual([
    { do: 'many', write: 'create', from: specialRows.create.length, count: 51 },
  ])
})

test.concurrent('says how often a fault shows that is not always there', async () => {
  const { failure } = await search(changeOf('fifth-replace-lost'))
  expect(failure?.kind).toBe('flaky')
  expect(failure?.shown).toBeLessThan(failure?.runs ?? 0)
})

/** Lets every answer take a while, and not the same while: requests overtake one another. */
function slow(change: Change = () => ({})): Change {
  return (provider, correct) => {
    const seams = change(provider, correct)
    const answer = seams.answer ?? correct.answer
    let count = 0
    const late = async (call: Parameters<typeof answer>[0]) => {
      await wait(60 + ((count++ * 37) % 60))
      return answer(call)
    }
    return { ...seams, answer: late }
  }
}

const alike = variations.filter(({ name }) => ['ids-lowest-free', 'strangers-come-and-go'].includes(name))

test.concurrent.each(sampled([{ name: 'answers take long' }, ...alike], 0, 1))(
  'runs several sequences at a time, and takes their posts for those of strangers, where $name',
  async (variation) => {
    const change = slow('change' in variation ? variation.change : undefined)
    const { failure, widest } = await search(change, {
      most: 10,
      concurrency: new Concurrency(),
    })
    expect({ failure, wide: widest > 1 }).toEqual({ failure: undefined, wide: true })
  },
)

/** The number of the fixed sequence in which clients send beside each other. */
const besideEachOther = '2'

/** A second copy of the posts that writes reach later than the first, and before they are answered. ReadCache alternate between the two. */
function lateCopy(lag: (operation: 'create' | 'replace' | 'remove') => boolean): Change {
  return (provider, correct) => {
    let copy: ReadonlyMap<bigint, Post> = new Map()
    let looks = 0
    const lagging =
      (operation: 'create' | 'replace' | 'remove') =>
      async (...given: unknown[]) => {
        const reply = (correct[operation] as (...given: unknown[]) => Reply)(...given)
        if (lag(operation)) await wait(40)
        copy = new Map(provider.posts)
        return reply
      }
    const looking = () => (looks++ % 2 === 0 ? provider.posts : copy)
    const seen = (look: () => Reply) => async () => {
      await wait(5)
      return look()
    }
    return {
      create: lagging('create'),
      replace: lagging('replace'),
      remove: lagging('remove'),
      list: seen(() => ({ status: 200, body: [...looking().values()].map(correct.show) })),
      read: (id) =>
        seen(() => {
          const post = looking().get(id)
          return post ? { status: 200, body: correct.show(post) } : correct.missing(id)
        })(),
    }
  }
}

test.concurrent.each(sampled(['replace', 'create', 'remove'] as const, 0, 1))(
  'catches a provider whose looks go back in time while a %s is under way, and tells who sent what when',
  async (operation) => {
    const { failure, left } = await search(
      lateCopy((each) => each === operation),
      { path: besideEachOther },
    )
    expect(failure?.findings[0]?.clause).toMatch(operation === 'create' ? 'list.all' : /read\.ok|list\.all/)
    expect(failure?.findings[0]?.about).toContain('no order of concurrent requests explains')
    const moments = failure?.trace.flatMap(({ moment }) => moment ?? []) ?? []
    expect(new Set(moments.map(({ client }) => client)).size).toBeGreaterThan(1)
    expect(left).toBe(0)
  },
)

test.concurrent('names the replace where a look shows the title of a new post and the content of the old', async () => {
  const { failure, left } = await search(
    (provider, correct) => ({
      replace: async (id, input) => {
        const old = provider.posts.get(id)
        if (old) provider.posts.set(id, { ...old, title: input.title })
        await wait(15)
        return correct.replace(id, input)
      },
    }),
    { path: besideEachOther },
  )
  expect(failure?.findings[0]).toMatchObject({
    clause: 'replace.whole',
    about: expect.stringContaining('no order of concurrent requests explains'),
  })
  expect(left).toBe(0)
})

test.concurrent('accepts that clients beside each other are answered in any order', async () => {
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
    { path: besideEachOther },
  )
  expect(failure).toBeUndefined()
})

test.concurrent('accepts a provider whose writes show late, and that was seen to', async () => {
  const { failure } = await search(
    lateCopy(() => true),
    {
      path: besideEachOther,
      lateness: { longest: 50 },
    },
  )
  expect(failure).toBeUndefined()
})
