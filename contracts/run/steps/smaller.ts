import type { Step } from '../../scenarios/scenario.ts'

/** The same step with one part of it smaller: an array with one item less, a number nearer to 0. */
export function* smaller(step: Step): Generator<readonly Step[]> {
  // Every part keeps its type.
  for (const each of smallerParts(step)) yield [each as Step]
}

function* smallerParts(value: unknown): Generator<unknown> {
  if (typeof value === 'number') yield* smallerNumbers(value)
  else if (Array.isArray(value)) {
    for (const at of value.keys()) if (value.length > 1) yield value.toSpliced(at, 1)
    for (const [at, item] of value.entries())
      for (const part of smallerParts(item)) yield value.with(at, part)
  } else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      for (const less of smallerParts(part)) yield { ...value, [name]: less }
}

/** Numbers nearer to 0: the smallest, a half, and ever smaller steps down. A large one need not be exact. */
export function smallerNumbers(value: number): number[] {
  const less = [0, 1, 2]
  const finest = Math.max(1, Math.abs(value) / 1024)
  for (let step = Math.abs(value) / 2; step >= finest; step /= 2) less.push(value - Math.trunc(step))
  return less.filter((each) => each >= 0 && (value < 0 || each < value))
}
