import type { PostId } from '../../handlers/model/post.ts'
import { isSuccess } from '../document/exchange.ts'
import { judgeFailedWrite } from '../judge/failed-write.ts'
import { checkGrowth } from '../judge/growth.ts'
import { checkList } from '../judge/list-check.ts'
import { readBack } from '../judge/read-check.ts'
import { oneAtATimeAfter } from '../session/concurrency.ts'
import { ignoreFailure } from '../session/failure-reason-of.ts'
import { ignoreRefused } from '../session/set-up-error.ts'
import { checkIdReuse } from './id-reuse-check.ts'
import { type CrowdPosts, createMany, type Each, replaceMany } from './many-posts.ts'
import type { Run } from './run.ts'

export interface EndOptions {
  /** Makes so many posts before, foreign ones included. Default none. */
  readonly crowd?: number | undefined
  /** Posts that are not deleted. */
  readonly kept?: ReadonlySet<PostId>
}

/** How many deleted posts are read at a slow provider: as many as may be read at the same time. */
const fewReads = 32

/** Deletes the run's posts, but for those that are kept, and checks the list after that. */
export async function endRun(run: Run, { crowd, kept = new Set() }: EndOptions): Promise<void> {
  const { context, record, concurrency } = run
  const deleted = new Set<PostId>()
  const many = crowd && context.findings.length === 0 ? await makeMany(run, crowd) : new Map()
  await checkIdReuse(context, record.byExample).catch(ignoreFailure())
  const exchange = await run.exchange('GET', '/posts')
  context.open('the last posts', exchange)
  await context.check([], () => checkList(context), { recalls: true })
  record.byExample.set('list/last', { exchange: context.kept(exchange), values: {} })
  const ids = context.own.alive.flatMap(({ id }) => (kept.has(id) ? [] : id))
  const rest = ids.values()
  const deleteNext = async () => {
    const { value: id } = rest.next()
    if (id === undefined) return
    const exchange = await run.exchange('DELETE', `/posts/${id}`).catch(ignoreRefused)
    if (!exchange) return
    // A post that was wrong before may not exist.
    if (!isSuccess(exchange.reply))
      return context.own.spoilt.has(id) ? undefined : await judgeFailedWrite(context, 'delete', exchange)
    context.own.remove(id)
    deleted.add(id)
  }
  await checkGrowth(context, 'delete.removes', 'every delete adds another post', deleteNext)
  await concurrency.each(ids, deleteNext)
  const shown = deleted.size > 0 ? (['delete.removes', 'list.all'] as const) : (['list.all'] as const)
  const holds = await context.check(shown, () => checkList(context))
  if (!holds) return
  // For the many similar posts the list is enough, and at a slow provider for most of the others.
  const read = [...deleted].filter((id) => !many.has(id)).slice(0, concurrency.isSlow ? fewReads : undefined)
  await concurrency.each(read, async (id) => {
    const { request, reply } = await run.exchange('GET', `/posts/${id}`)
    context.setup.cache.keep(request.path, reply)
  })
  for (const id of deleted) {
    const isGone =
      !read.includes(id) ||
      (await context.check(['delete.removes'], () => readBack(context, id), { recalls: true }))
    if (isGone) run.noteRemoved(id)
  }
}

/**
 * Makes many posts, concurrently where the provider is distant. After a failure all is repeated one by one: only that
 * counts.
 */
async function makeMany(run: Run, size: number): Promise<CrowdPosts> {
  const { concurrency } = run
  const { own, foreign, attempts, findings } = run.context
  const missing = size - own.alive.length - foreign.size
  const isReplacing = attempts.of('replace').accepted > 0
  const make = async ({ context }: Run, each: Each) => {
    const posts = await createMany(context, missing, each)
    if (isReplacing && posts.size > 0 && context.findings.length === 0)
      await replaceMany(context, posts, each)
    return posts
  }
  const oneByOne: Each = (items, work) => concurrency.each(items, work, 1)
  if (!concurrency.isOpen) return await make(run, oneByOne)
  const worker = run.worker()
  worker.replies.isConcurrent = true
  const concurrent: Each = (items, work) =>
    concurrency.each(items, async (item) =>
      worker.replies.disturbance === undefined ? await work(item) : undefined,
    )
  const made = await make(worker, concurrent).catch(() => undefined)
  const { disturbance } = worker.replies
  const [seen] = worker.context.findings
  const isRight = made && disturbance === undefined && !seen
  if (!isRight) await worker.renounce()
  run.stopWorkers([worker])
  if (isRight) return made
  const again = await make(run, oneByOne)
  if (findings.length > 0) return again
  if (disturbance !== undefined) concurrency.reduceToOne(oneAtATimeAfter(disturbance))
  else if (seen) run.noteOverlap(seen)
  return again
}
