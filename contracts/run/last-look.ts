import { alive } from '../model/reference-model.ts'
import type { Send } from '../scenarios/exchange.ts'
import { SetUpError } from '../wire/failure.ts'
import { checkAll, checkForeign, checkRead, listCheck, readCheck } from './checks.ts'
import { leavesOut, type RunContext, reusesIds } from './context.ts'
import { newTexts, plannedDelete, plannedTexts } from './plan.ts'
import { wholeList } from './requests.ts'
import { clean, judging, withSequence } from './run-sequence.ts'
import { Sequence } from './sequence.ts'
import { performAll, performOne } from './writes.ts'

/**
 * Looks at the posts that were kept. Call it at the end of a run, which removes them too.
 * @param send sends requests over connections that the run did not use.
 * It finds state that changes later, or is another for another connection.
 */
export type LastLook = (send: Send) => Promise<void>

/** Creates two posts at the beginning of a run, and deletes one of them. @returns undefined where it cannot. */
export async function keepPosts(context: RunContext): Promise<LastLook | undefined> {
  if (leavesOut(context, 'create') || leavesOut(context, 'delete')) return undefined
  let { send } = context
  const started = context.clock.now()
  const run = new Sequence({ ...context, send: (request) => send(request) })
  const keep = async () => {
    const texts = [newTexts(run), newTexts(run)]
    await performAll(
      run,
      texts.map((each) => plannedTexts(run, undefined, each, 'success')),
    )
    const [kept, gone] = alive(run.model)
    if (!kept || !gone) return undefined
    await performOne(run, plannedDelete(run, gone.id))
    await checkAll(run, [readCheck(run, kept.id), readCheck(run, gone.id)])
    return { kept: kept.id, gone: gone.id }
  }
  const { result: posts, error } = await judging(run, keep)
  context.record.findings.push(...run.findings)
  if (error !== undefined && !(error instanceof SetUpError)) throw error
  if (!posts || run.hasFailed) return undefined
  const { kept, gone } = posts
  // To other sequences it is a foreign post. Of two creates at the same time either may have got the lower id.
  context.record.endedAlone({ ...run.model, foreign: new Set([...run.model.foreign, kept]), idEvents: [] })
  return async (fresh) => {
    const seconds = Math.ceil((context.clock.now() - started) / 1000)
    run.nextStep('the last look')
    run.evidence.startCheck()
    send = fresh
    const ended = await judging(run, async () => {
      await checkAll(run, [readCheck(run, kept, 'create.adds'), listCheck(run, 'list.all', kept)])
      run.evidence.startCheck()
      // Where ids are reused, it may be that of another post.
      if (!run.hasFailed && !reusesIds(context)) await checkRead(run, gone, 'delete.removes')
    })
    context.record.findings.push(...run.findings.map((finding) => ({ ...finding, after: seconds })))
    if (ended.error !== undefined) throw ended.error
    send = context.send
    await clean(run)
  }
}

/**
 * Reads the first and the last of the posts that were there before the run. Call it at the end of a run whose reads have
 * changed nothing.
 */
export async function lookAtForeign(context: RunContext): Promise<void> {
  await withSequence(context, async (run) => {
    run.nextStep('the last look')
    const { list } = await wholeList(run)
    const before = [...list.ids].filter((id) => context.posts?.foreign.wasThere(id))
    run.note({ kind: 'listed', foreign: new Set(before), odd: new Set(), isRight: true })
    for (const id of new Set([...before.slice(0, 1), ...before.slice(-1)]))
      if (!run.hasFailed) await checkForeign(run, id)
  })
}
