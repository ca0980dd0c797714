import { isDeepStrictEqual } from 'node:util'
import type { Look, Step } from '../scenarios/scenario.ts'
import { specialRows } from '../scenarios/texts.ts'
import type { SequenceOutcome } from './sequence-runner.ts'

/** Steps that fail, and what they showed. */
export interface Failing {
  readonly steps: readonly Step[]
  readonly outcome: SequenceOutcome
}

/**
 * Makes a failing sequence shorter and simpler, as long as it breaks the same clause.
 * @param run runs a sequence; undefined once the time is over.
 */
export async function shrink(
  failing: Failing,
  run: (steps: readonly Step[]) => Promise<SequenceOutcome | undefined>,
  tried = new Set<string>(),
): Promise<Failing> {
  const steps = failing.steps.slice(0, failing.outcome.length)
  const clause = failing.outcome.findings[0]?.clause
  for (const candidate of shrinkCandidates(steps)) {
    const key = JSON.stringify(candidate)
    if (tried.has(key)) continue
    tried.add(key)
    const outcome = await run(candidate)
    if (!outcome) break
    if (outcome.findings[0]?.clause === clause) return await shrink({ steps: candidate, outcome }, run, tried)
  }
  return { ...failing, steps }
}

/**
 * Shorter sequences: all but a half of the steps, a quarter, down to one; then with one simpler step. The last step stays:
 * the steps before it did not fail.
 */
function* shrinkCandidates(steps: readonly Step[]): Generator<readonly Step[]> {
  for (let size = steps.length >> 1; size > 0; size >>= 1)
    for (let at = 0; at + size < steps.length; at += size) yield steps.toSpliced(at, size)
  for (const [at, step] of steps.entries())
    for (const simple of simpler(step))
      if (!isDeepStrictEqual(simple, [step])) yield steps.toSpliced(at, 1, ...simple)
}

/** From the simplest on. */
const looks: readonly Look[] = ['nowhere', 'list', 'read', 'both']

/** The simpler versions of a step: other kinds of step, then the same with one part of it smaller. */
function* simpler(step: Step): Generator<readonly Step[]> {
  if (step.do === 'many') {
    yield* fewer(step)
    return
  }
  if ('texts' in step && typeof step.texts === 'object') yield [{ ...step, texts: 0 }]
  // Sequential requests are simpler than concurrent ones.
  if (step.do === 'at once')
    for (const look of ['nowhere', 'list'] as const)
      yield step.moves.map((move): Step => {
        if (move.do === 'list' || move.do === 'read') return { ...move, times: 1 }
        return { ...move, look }
      })
  if ('look' in step) for (const look of looks.slice(0, looks.indexOf(step.look))) yield [{ ...step, look }]
  // Every part keeps its type.
  for (const smaller of smallerParts(step)) yield [smaller as Step]
}

/** Long texts instead of special ones, one half of the posts, fewer posts. */
function* fewer(step: Step & { readonly do: 'many' }): Generator<readonly Step[]> {
  const { write, from, count } = step
  const special = specialRows[write].length
  const half = count >> 1
  if (write === 'create' && from < special) yield [{ ...step, from: special }]
  if (half > 0 && from < special) yield [{ ...step, from: from + half, count: count - half }]
  for (const smaller of smallerNumbers(count)) yield [{ ...step, count: smaller }]
}

/** An array with one item less or smaller, an object with one smaller property, a number nearer to 0. */
function* smallerParts(value: unknown): Generator<unknown> {
  if (typeof value === 'number') yield* smallerNumbers(value)
  else if (Array.isArray(value)) {
    for (const at of value.keys()) if (value.length > 1) yield value.toSpliced(at, 1)
    for (const [at, item] of value.entries())
      for (const smaller of smallerParts(item)) yield value.with(at, smaller)
  } else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      for (const smaller of smallerParts(part)) yield { ...value, [name]: smaller }
}

/** Numbers nearer to 0: the smallest, a half, and ever smaller steps down. */
function smallerNumbers(value: number): number[] {
  const less = [0, 1, 2, value >> 1, value - (value >> 2), value - (value >> 4), value - 1]
  return less.filter((each) => each >= 0 && (value < 0 || each < value))
}
