import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fixedSequences } from '../../../contracts/run/fixed-sequences.ts'
import { basicExamples, examples } from '../../../contracts/spec/examples.ts'
import type { VerifyOptions } from '../../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { type Clock, realClock } from '../../../contracts/wire/clock.ts'
import type { Change } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'

const ledgerFolder = await mkdtemp(join(tmpdir(), 'understudy-time-'))
afterAll(() => rm(ledgerFolder, { recursive: true, force: true }))

/** Nothing here is late, and a crowd of posts is not looked at. */
const usual = { ledgerFolder, settle: 200 }

async function verified(options: Omit<VerifyOptions, 'url'>, change?: Change) {
  return await verifiedAtLength({ budget: 0, ...options }, change)
}

async function verifiedAtLength(options: Omit<VerifyOptions, 'url'>, change?: Change) {
  const { url, provider, close } = await startProvider(change)
  try {
    const result = await verifyProvider({ url, ...usual, ...options })
    return { ...result, left: provider.posts.size }
  } finally {
    await close()
  }
}

/** A clock that says that so much time is over when the test does. */
function clockThatEnds(time: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const clock: Clock = {
    ...realClock,
    wait: (milliseconds, signal) => (milliseconds === time ? promise : realClock.wait(milliseconds, signal)),
  }
  return { clock, end: resolve }
}

/** A clock on which each reply takes so long, and a correct provider. */
function slowProvider(took: (call: number) => number) {
  let passed = 0
  let calls = 0
  const clock: Clock = { ...realClock, now: () => passed }
  const change: Change = (_provider, correct) => ({
    async answer(call) {
      passed += took(++calls)
      return await correct.answer(call)
    },
  })
  return { clock, change, calls: () => calls }
}

test('at a slow provider every example and every fixed sequence is run, and the budget cuts only drawn ones', async () => {
  const { clock, change } = slowProvider(() => 600)
  const { verdict, exitCode, left, notRun, sequences } = await verifiedAtLength(
    { clock, timeout: 600_000, budget: 1 },
    change,
  )
  expect({ verdict, exitCode, left, notRun }).toEqual({
    verdict: 'held',
    exitCode: 0,
    left: 0,
    notRun: undefined,
  })
  expect(sequences?.sequences).toBeGreaterThanOrEqual(fixedSequences.length)
})

test.each([1, 4, 8])(
  'a run whose time is over after %i examples leaves no post, and holds no clause of a basic example that was not run',
  async (count) => {
    const { clock, end } = clockThatEnds(90_000)
    const done: string[] = []
    const result = await verified({
      maxTime: 90_000,
      clock,
      onProgress: ({ key }) => (done.push(key) === count ? end() : undefined),
    })
    const held = result.clauses.flatMap(({ clause, verdict }) => (verdict === 'held' ? [clause] : []))
    const open = examples.filter(({ key }) => basicExamples.has(key) && !done.includes(key))
    expect(held.filter((clause) => open.some(({ clauses }) => clauses.includes(clause)))).toEqual([])
    expect(result).toMatchObject({ verdict: 'not judged', exitCode: 3, left: 0, leftovers: [] })
    expect(result.failureReason).toBe('The run took longer than --max-time, 90 s.')
  },
)

test('a fault that was found before the time was over is a fault', async () => {
  const { clock, end } = clockThatEnds(90_000)
  const onProgress = ({ done }: { done: number }) => (done === 5 ? end() : undefined)
  const { verdict, exitCode } = await verified(
    { maxTime: 90_000, clock, onProgress },
    (_provider, correct) => ({
      all: () => correct.all().slice(0, 2),
    }),
  )
  expect({ verdict, exitCode }).toEqual({ verdict: 'broken', exitCode: 1 })
})

test('a post that can only be deleted some time after it was created, or never, is judged so', async () => {
  const deletableAfter =
    (milliseconds: number): Change =>
    (provider, correct) => {
      const born = new Map<bigint, number>()
      return {
        write: (id, input) => {
          if (!born.has(id)) born.set(id, performance.now())
          return correct.write(id, input)
        },
        remove: (id) =>
          performance.now() - (born.get(id) ?? 0) < milliseconds
            ? provider.problem(409, 'Too young.')
            : correct.remove(id),
      }
    }
  const slow = await verified({ budget: 1 }, deletableAfter(100))
  expect({ verdict: slow.verdict, left: slow.left }).toEqual({ verdict: 'held', left: 0 })
  const never = await verified({ settle: 200 }, deletableAfter(Number.POSITIVE_INFINITY))
  const broken = never.clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  expect(broken).toEqual(['delete.removes'])
})

test('a run that cannot begin does not keep the process alive until --max-time', async () => {
  const waits: AbortSignal[] = []
  const clock: Clock = {
    ...realClock,
    wait: (milliseconds, signal) => {
      if (milliseconds === 90_000 && signal) waits.push(signal)
      return realClock.wait(milliseconds, signal)
    },
  }
  const run = verified({ maxTime: 90_000, clock, ledgerFolder: '/dev/null/ledger' })
  await expect(run).rejects.toMatchObject({ code: 'LEDGER_UNUSABLE' })
  expect(waits.map(({ aborted }) => aborted)).toEqual([true])
})
