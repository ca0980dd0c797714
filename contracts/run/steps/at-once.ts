import type { Step } from '../../scenarios/scenario.ts'
import { runAtOnce } from '../at-once.ts'
import type { Command, StepOf } from './command.ts'
import { smaller } from './smaller.ts'

/** Requests at the same time, each by another client. */
export const atOnce: Command<StepOf<'at once'>> = {
  run: (run, { moves }) => runAtOnce(run, moves),

  *simpler(step) {
    // Sequential requests are simpler than concurrent ones.
    for (const look of ['nowhere', 'list'] as const)
      yield step.moves.map((move): Step => {
        if (move.kind === 'list' || move.kind === 'read') return { ...move, times: 1 }
        return { ...move, look }
      })
    yield* smaller(step)
  },
}
