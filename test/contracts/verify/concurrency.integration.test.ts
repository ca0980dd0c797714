import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { VerifyOptions } from '../../../contracts/verify/verify-options.ts'
import type { Clock } from '../../../contracts/wire/clock.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { all, holding, preceded } from '../../provider-set/changes.ts'
import { crowding, pause } from '../../provider-set/concurrency.ts'
import { addForeign } from '../../provider-set/kept-posts.ts'
import type { Change } from '../../provider-set/provider.ts'
import { farAway, instant } from '../../support/distant-clock.ts'
import { sampled } from '../../support/full.ts'
import { verifyAt } from '../../support/verify-at.ts'

type Crowded = Parameters<typeof crowding>[1]

/** Verifies a provider, and says how many requests it had at the same time. */
async function verified(
  change: Change,
  clock: Clock,
  { crowded, ...options }: Partial<VerifyOptions> & { readonly crowded?: Crowded } = {},
) {
  const load = { widest: 0 }
  const patient = { maxTime: 86_400_000, settle: 2000 }
  const result = await verifyAt(all(change, crowding(load, crowded)), { clock, ...patient, ...options })
  const answers = result.choices.map(({ choice, verdict, actual }) => ({ choice, verdict, actual }))
  return { ...result, answers, ...load }
}

test('a provider that is far away gets several requests at a time, and the same verdicts, even if it gives ids out again', async () => {
  const profile = 'default'
  const expected = await verified(changeOf('ids-lowest-free'), instant, { profile })
  const far = await verified(changeOf('ids-lowest-free'), farAway(), { profile })
  // Sequences of several clients overlap anyway.
  expect(expected.widest).toBeLessThan(7)
  expect({ broken: far.broken, left: far.left, isWide: far.widest > 6 }).toEqual({
    broken: [],
    left: 0,
    isWide: true,
  })
  expect(far.answers).toEqual(expected.answers)
})

const newestFirst: Change = (_provider, correct) => ({
  list: (call) => {
    const posts = (correct.list(call).body as unknown[]).toReversed()
    const end = Number(call.query.get('from') ?? 0) + 7
    const headers = end < posts.length ? { link: `<?from=${end}>; rel="next"` } : {}
    return { status: 200, headers, body: posts.slice(end - 7, end) }
  },
})

test('a foreign post that moves to the next page while the list is read is not listed twice', async () => {
  const busy: Change = (provider, correct) => ({
    list: preceded(
      correct.list,
      ({ query }) => void (query.get('from') === '7' && addForeign(provider, 'New')),
    ),
  })
  const { broken, verdict } = await verifyAt(all(holding(20), newestFirst, busy), { only: 'list/several' })
  expect([broken, verdict]).toEqual([[], 'held'])
})

test('pages that are counted anew for each request are read right where sequences overlap', async () => {
  const { broken, widest, left } = await verified(newestFirst, farAway(50), { settle: 200 })
  expect({ broken, left, isWide: widest > 2 }).toEqual({ broken: [], left: 0, isWide: true })
})

test('a list that shows null for a post that is deleted while it is read is a finding', async () => {
  const oneByOne: Change = (provider, correct) => ({
    async list() {
      const ids = correct.all().map(({ id }) => id)
      await wait(pause)
      return { status: 200, body: ids.map((id) => provider.posts.get(id) ?? null) }
    },
  })
  const { broken } = await verifyAt(oneByOne)
  expect(broken).toEqual(['list.ok'])
})

test('creates at the same time say nothing of how ids are given', async () => {
  let first: (() => void) | undefined
  // The first of two numbers its post last.
  const lastFirst: Change = (_provider, correct) => ({
    create: async (input) => {
      if (first) first()
      else await Promise.race([new Promise<void>((resolve) => (first = resolve)), wait(20)])
      first = undefined
      return correct.create(input)
    },
  })
  const { answers } = await verified(lastFirst, farAway(), { budget: 0 })
  expect(answers).toContainEqual({ choice: 'id.assignment', verdict: 'observed', actual: 'sequential' })
})

test('a provider that fails under simultaneous writes gets one at a time, and the notes say so', async () => {
  const { broken, notes, verdict, left } = await verified(() => ({}), farAway(), {
    crowded: (provider, { method }) => (method === 'GET' ? undefined : provider.problem(503, 'Busy.')),
  })
  expect({ broken, verdict, left }).toEqual({ broken: [], verdict: 'held', left: 0 })
  expect(notes).toContainEqual(expect.stringContaining('the rest of the run sent one at a time'))
})

/** Requests of a run that finds a fault during concurrent requests and looks for it again. */
const moments = Array.from({ length: 60 }, (_, index) => 20 + 10 * index)

test.each(sampled(moments, 3))(
  'a run that is interrupted at request %i ends with its reason, and leaves nothing',
  async (moment) => {
    const user = new AbortController()
    let requests = 0
    const { failureReason, left } = await verified(
      (_provider, correct) => ({
        route(call) {
          if (++requests === moment) user.abort()
          return correct.route(call)
        },
        replace: (id, input) => correct.replace(id, { ...input, title: input.title.slice(0, 30) }),
      }),
      farAway(),
      { signal: user.signal },
    )
    expect({ failureReason, left }).toEqual({ failureReason: 'The run was interrupted.', left: 0 })
  },
)
