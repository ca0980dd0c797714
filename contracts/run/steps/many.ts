import { alive, type OwnPost } from '../../model/reference-model.ts'
import { titleIn } from '../../scenarios/marks.ts'
import { textOf } from '../../scenarios/post-text.ts'
import { ordinaryFrom, rowsOf, specialRows, type TextRow } from '../../scenarios/texts.ts'
import { checkList } from '../checks.ts'
import { leavesOut } from '../context.ts'
import { plannedTexts } from '../plan.ts'
import type { Sequence } from '../sequence.ts'
import { type FailedWrite, judgeFailed, performAll } from '../writes.ts'
import type { Command, StepOf } from './command.ts'
import { smallerNumbers } from './smaller.ts'

/** Creates with many texts, or replaces of the latest posts. */
export const many: Command<StepOf<'many'>> = {
  async run(run, { write, from, count }) {
    if (leavesOut(run.context, write)) return
    const posts = write === 'replace' ? alive(run.model).toReversed() : undefined
    const failed: FailedWrite[] = []
    await writeRows(run, rowsOf(write, from, count), posts, failed)
    if (!run.hasFailed) await checkList(run, posts ? 'replace.whole' : 'list.all')
    // A service that fails at one text must keep the others: these were judged before it.
    for (const each of failed) if (!run.hasFailed) await judgeFailed(run, each)
  },

  /** Ordinary texts, long ones instead of special ones, one half of the posts, fewer posts. */
  *simpler(step) {
    const { write, from, count } = step
    const special = specialRows[write].length
    const half = count >> 1
    if (from < ordinaryFrom) yield [{ ...step, from: ordinaryFrom }]
    if (write === 'create' && from < special) yield [{ ...step, from: special }]
    if (half > 0 && from < special) yield [{ ...step, from: from + half, count: count - half }]
    for (const fewer of smallerNumbers(count)) yield [{ ...step, count: fewer }]
  },
}

/**
 * Writes texts; one by one those that a service refuses, or fails at, together.
 * @param posts those to replace, the next first. @param failed gets the writes that fail, the simplest first.
 */
async function writeRows(
  run: Sequence,
  rows: readonly TextRow[],
  posts: OwnPost[] | undefined,
  failed: FailedWrite[],
): Promise<void> {
  const some = posts ? posts.splice(0, rows.length) : rows.map(() => undefined)
  const all = some.map((post, at) => {
    const token = post ? (titleIn(textOf(post), run.marker) ?? post.title) : run.nextTitle()
    return plannedTexts(run, post?.id, (rows[at] as TextRow).texts(token), 'success-or-refusal')
  })
  const together: FailedWrite[] = []
  const undone = await performAll(run, all, together)
  const alone = undone.flatMap((at) => rows[at]?.alone ?? [])
  if (alone.length > 0) await writeRows(run, alone, posts, failed)
  failed.push(...together)
}
