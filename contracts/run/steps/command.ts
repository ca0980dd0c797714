import type { Step } from '../../scenarios/scenario.ts'
import type { Sequence } from '../sequence.ts'

export type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>

/** One kind of step: what it sends, what that changes in the model, what must be true then, and its simpler forms. */
export interface Command<S extends Step> {
  /** Runs a step. What is wrong is a finding of the sequence. */
  run(run: Sequence, step: S): Promise<void>
  /** Steps that may show the same in its place, from the simplest on. Default none. */
  simpler?(step: S): Iterable<readonly Step[]>
}
