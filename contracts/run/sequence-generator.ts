import * as fc from 'fast-check'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { Sequences } from './draw.ts'
import { fixedSequences } from './fixed-sequences.ts'
import type { Step } from './step.ts'

/** Sequences are drawn in batches: to reach one, all before it are drawn. */
const batch = 64

/** The sequences of a seed: the fixed ones, then random ones. */
export class SequenceGenerator {
  readonly arbitrary: fc.Arbitrary<readonly Step[]> = new Sequences()
  readonly #seed: number

  constructor({ seed }: { readonly seed: number }) {
    this.#seed = seed
  }

  /** Every sequence, in order; endless. */
  *all(): Generator<readonly Step[], never> {
    for (let from = 0; ; from += batch) yield* this.#sample(String(from), batch)
  }

  /** The sequence of a path: its number, and how it was shrunk. @throws UnderstudyError `OPTION_INVALID` */
  at(path: string): readonly Step[] {
    const [steps] = /^\d+(?::\d+)*$/.test(path) ? this.#sample(path, 1) : []
    if (steps) return steps
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Failed to run --only sequence/${path}: seed ${this.#seed} has no such sequence. Pass the seed and the key of the report to the same version of posts-understudy.`,
    )
  }

  #sample(path: string, count: number): readonly (readonly Step[])[] {
    return fc.sample(this.arbitrary, {
      seed: this.#seed,
      path,
      numRuns: count,
      examples: [...fixedSequences],
    })
  }
}
