import type { Look } from '../../scenarios/scenario.ts'
import { checkAfter } from '../checks.ts'
import { leavesOut } from '../context.ts'
import { planOf } from '../plan.ts'
import { performOne } from '../writes.ts'
import type { Command, StepOf } from './command.ts'
import { smaller } from './smaller.ts'

/** From the simplest on. */
const looks: readonly Look[] = ['nowhere', 'list', 'read', 'both']

/** A create, a replace or a delete, and a look at its effect. */
export const write: Command<StepOf<'create' | 'replace' | 'delete'>> = {
  async run(run, step) {
    const planned = leavesOut(run.context, step.kind) ? undefined : await planOf(run, step)
    if (!planned) return
    const { id } = await performOne(run, planned)
    await checkAfter(run, step.look, planned.clause, id)
  },

  *simpler(step) {
    if (step.kind !== 'delete' && step.texts.kind === 'like')
      yield [{ ...step, texts: { kind: 'new', number: 0 } }]
    for (const look of looks.slice(0, looks.indexOf(step.look))) yield [{ ...step, look }]
    yield* smaller(step)
  },
}
