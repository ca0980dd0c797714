import { listPath } from '../../scenarios/addresses.ts'
import { checkList, checkRead } from '../checks.ts'
import type { Sequence } from '../sequence.ts'
import type { Command, StepOf } from './command.ts'
import { smaller } from './smaller.ts'
import { idOf } from './write.ts'

/** Checks the list, perhaps several times: a read must not change anything. */
export const list: Command<StepOf<'list'>> = {
  async run(run, { times, tells }) {
    await repeatedly(run, times, () => checkList(run))
    const exchange = run.evidence.seen.findLast(({ request }) => request.path === listPath)
    if (tells !== undefined && exchange)
      run.context.record.examples.set(tells, { kind: 'ran', exchange, values: {} })
  },
  simpler: smaller,
}

/** Checks what reading one id shows. */
export const read: Command<StepOf<'read'>> = {
  async run(run, { post, times }) {
    const id = idOf(run.model, post)
    if (id !== undefined) await repeatedly(run, times, () => checkRead(run, id))
  },
  simpler: smaller,
}

async function repeatedly(run: Sequence, times: number, view: () => Promise<void>): Promise<void> {
  await run.context.visibility.settle()
  for (let time = 0; time < times && !run.hasFailed; time++) await view()
}
