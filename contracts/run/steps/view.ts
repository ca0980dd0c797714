import { type PostId, toPostId } from '../../../handlers/model/post.ts'
import { boundaryIds, pick, type Target } from '../../scenarios/scenario.ts'
import { checkList, checkRead } from '../checks.ts'
import { idOf } from '../plan.ts'
import type { Sequence } from '../sequence.ts'
import type { Command, StepOf } from './command.ts'
import { smaller } from './smaller.ts'

/** Checks the list, perhaps several times: a read must not change anything. */
export const list: Command<StepOf<'list'>> = {
  async run(run, { times }) {
    await repeatedly(run, times, () => checkList(run))
  },
  simpler: smaller,
}

/** Checks what reading one id shows. */
export const read: Command<StepOf<'read'>> = {
  async run(run, { post, times }) {
    const id = idOf(run.model, post) ?? foreignAt(run, post)
    if (id !== undefined) await repeatedly(run, times, () => checkRead(run, id))
  },
  simpler: smaller,
}

/** A boundary id that a post of another client has: what the list shows can be read. */
function foreignAt({ model }: Sequence, target: Target): PostId | undefined {
  const id = target.kind === 'boundary' ? toPostId(pick(boundaryIds, target.index)) : undefined
  return id !== undefined && model.foreign.has(id) ? id : undefined
}

async function repeatedly(run: Sequence, times: number, view: () => Promise<unknown>): Promise<void> {
  await run.context.visibility.settle()
  for (let time = 0; time < times && !run.hasFailed; time++) await view()
}
