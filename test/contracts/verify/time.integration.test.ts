import { expect, test } from 'vitest'
import { basicExamples, examples } from '../../../contracts/scenarios/examples.ts'
import { fixedSequences } from '../../../contracts/scenarios/sequences.ts'
import { type Clock, realClock } from '../../../contracts/wire/clock.ts'
import { preceded } from '../../provider-set/changes.ts'
import type { Change } from '../../provider-set/provider.ts'
import { lagging } from '../../provider-set/variations/time.ts'
import { verifyAt } from '../../support/verify-at.ts'

/** A clock that leaps by so much time when the test says so. */
function clockThatLeaps(time: number) {
  let leapt = 0
  const clock: Clock = { ...realClock, now: () => realClock.now() + leapt }
  const leap = () => {
    leapt = time
  }
  return { clock, leap }
}

test('at a slow provider every example and every fixed sequence is run, and the budget cuts only drawn ones', async () => {
  let passed = 0
  const clock: Clock = { ...realClock, now: () => passed }
  const change: Change = (_provider, { answer }) => ({ answer: preceded(answer, () => (passed += 600)) })
  const result = await verifyAt(change, { clock, maxTime: 3_600_000, budget: 1 })
  expect(result).toMatchObject({ verdict: 'held', exitCode: 0, left: 0 })
  expect(result.notRun).toBeUndefined()
  expect(result.sequences?.sequences).toBeGreaterThanOrEqual(fixedSequences.length)
})

test.each([1, 8])(
  'a run whose time is over after %i examples leaves no post, and holds no clause of a basic example that was not run',
  async (count) => {
    const { clock, leap } = clockThatLeaps(90_000)
    const done: string[] = []
    const result = await verifyAt(undefined, {
      maxTime: 90_000,
      clock,
      onProgress: ({ key }) => (done.push(key) === count ? leap() : undefined),
    })
    const held = result.clauses.flatMap(({ clause, verdict }) => (verdict === 'held' ? [clause] : []))
    const open = examples.filter(({ key }) => basicExamples.has(key) && !done.includes(key))
    expect(held.filter((clause) => open.some(({ clauses }) => clauses.includes(clause)))).toEqual([])
    expect(result).toMatchObject({ verdict: 'not judged', exitCode: 3, left: 0, leftovers: [] })
    expect(result.failureReason).toMatch(
      /^The run took longer than 90 s .* For a whole run pass --max-time 600/,
    )
  },
)

test('a run whose time is over after its examples holds what they showed, and says so', async () => {
  const { clock, leap } = clockThatLeaps(120_000)
  const onProgress = ({ key }: { key: string }) => (key === 'sequences' ? leap() : undefined)
  const { verdict, left, notes } = await verifyAt(undefined, { clock, onProgress })
  expect({ verdict, left }).toEqual({ verdict: 'held', left: 0 })
  expect(notes.join(' ')).toContain('The run took longer than 120 s (--max-time).')
})

test('a fault that was found before the time was over is a fault', async () => {
  const { clock, leap } = clockThatLeaps(90_000)
  const onProgress = ({ done }: { done: number }) => (done === 5 ? leap() : undefined)
  const change: Change = (_provider, correct) => ({ all: () => correct.all().slice(0, 2) })
  const result = await verifyAt(change, { maxTime: 90_000, clock, onProgress })
  expect(result).toMatchObject({ verdict: 'broken', exitCode: 1 })
})

test('a post that can only be deleted some time after it was created, or never, is judged so', async () => {
  const deletableAfter =
    (milliseconds: number): Change =>
    (provider, correct) => {
      const born = new Map<bigint, number>()
      return {
        write: (id, input) => {
          if (!born.has(id)) born.set(id, provider.now())
          return correct.write(id, input)
        },
        remove: (id) =>
          provider.now() - (born.get(id) ?? 0) < milliseconds
            ? provider.problem(409, 'Too young.')
            : correct.remove(id),
      }
    }
  const slow = await verifyAt(deletableAfter(100), { budget: 1 })
  expect(slow).toMatchObject({ verdict: 'held', left: 0 })
  const never = await verifyAt(deletableAfter(Number.POSITIVE_INFINITY))
  expect(never.broken).toEqual(['delete.removes'])
})

/** Five replicas, asked in turn: one shows deletes 200 ms later than the others. */
const replicated: Change = (provider, correct) => {
  const late = { ...correct, ...lagging({ erase: 200 }, 'read')(provider, correct) }
  let reads = 0
  return { ...late, read: (id) => (++reads % 5 === 0 ? late : correct).read(id) }
}

test.each([
  ['shows after 200 ms', 'held', lagging({ erase: 200 }, 'both')],
  ['shows after 200 ms in every fifth read', 'held', replicated],
  ['shows after 900 ms', 'broken', lagging({ erase: 900 }, 'both')],
  ['never shows', 'broken', lagging({ erase: Number.POSITIVE_INFINITY }, 'both')],
])('with --settle 300 a delete that %s is %s', async (_delay, expected, change) => {
  expect((await verifyAt(change, { only: 'sequence/0', settle: 300 })).verdict).toBe(expected)
})
