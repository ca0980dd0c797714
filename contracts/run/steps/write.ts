import { postOf } from '../../model/reference-model.ts'
import type { Look, Write } from '../../scenarios/scenario.ts'
import { contents, permitsOf } from '../../scenarios/texts.ts'
import { checkAfter } from '../checks.ts'
import { leavesOut } from '../context.ts'
import type { Sequence } from '../sequence.ts'
import { fieldsOf, freeId, idOf, newTexts } from '../targets.ts'
import { type PlannedWrite, performOne, plannedDelete, plannedTexts } from '../writes.ts'
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
    if ('texts' in step && step.texts.kind === 'like') yield [{ ...step, texts: { kind: 'new', number: 0 } }]
    for (const look of looks.slice(0, looks.indexOf(step.look))) yield [{ ...step, look }]
    yield* smaller(step)
  },
}

/** The write of a step; undefined where the post, or an unused id, does not exist. */
export async function planOf(run: Sequence, step: Write): Promise<PlannedWrite | undefined> {
  const target = step.kind === 'create' ? step.id : step.post
  const isUnused = target !== undefined && target.kind !== 'existing'
  const id = target && (isUnused ? await freeId(run, target) : idOf(run.model, target))
  if (target && id === undefined) return undefined
  if (step.kind === 'delete')
    return id === undefined ? undefined : plannedDelete(run, id, isUnused ? 'anything' : 'success')
  const post = id === undefined ? undefined : postOf(run.model, id)
  // The texts at an unused id are unique, so that a new post is the run's.
  const isUnique = isUnused && step.texts.kind === 'like'
  const fields = isUnique ? newTexts(run, contents.length, post) : fieldsOf(run, step.texts, post)
  if (!fields) return undefined
  const permits = isUnused ? 'anything' : permitsOf(step.texts)
  if (step.kind === 'replace') return plannedTexts(run, id, fields, permits)
  return plannedTexts(run, undefined, id === undefined ? fields : { id, ...fields }, permits)
}
