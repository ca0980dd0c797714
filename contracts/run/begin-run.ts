import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { type Exchange, isSuccess } from '../document/exchange.ts'
import type { Violation } from '../judge/check-context.ts'
import { takenIdsFault } from '../judge/create-check.ts'
import { judge } from '../judge/judge.ts'
import { checkList } from '../judge/list-check.ts'
import { readBack } from '../judge/read-check.ts'
import { noList, wholeList } from '../judge/views.ts'
import { noDecisionIn } from '../session/client/access.ts'
import { expectsHttps } from '../session/client/redirect.ts'
import type { OwnPost } from '../session/own-posts.ts'
import { ignoreRefused, SetUpError, WriteRefused } from '../session/set-up-error.ts'
import { deletingOne, type Run } from './run.ts'

/** The statuses of a request that is not permitted. */
const neverAllowed: readonly number[] = [401, 403, 405, 407, 501]

/** The first delete is tried so often; if it always fails, the run ends. */
const mostFailing = 3

/**
 * Checks the list for the first time.
 * @throws SetUpError where the list cannot be read.
 */
export async function lookFirst({ context, record }: Run): Promise<void> {
  const request = { method: 'GET', path: '/posts', headers: {} }
  const reply = await context.setup.send(request)
  // An address without a service, or only its gateway.
  if (reply.status === 404 || noDecisionIn(reply) !== undefined || expectsHttps(reply)) {
    const what = isSuccess(reply) ? 'a page of HTML' : reply.status
    throw new SetUpError(`GET /posts answered ${what}`, { request, reply })
  }
  context.open('the first look', { request, reply })
  await context.check(['list.ok', 'post.shape'], () => checkList(context), { recalls: true })
  record.beganEmpty = context.foreign.size === 0
}

export interface BeginOptions {
  /** Whether to delete posts before the end. Default true. */
  readonly deletes?: boolean
}

/**
 * Checks the list and creates the posts that stay unchanged during the run, to show side effects. One more post is
 * deleted first: if deletes fail, only one post is left.
 * @throws SetUpError where the provider refuses.
 */
export async function beginRun(run: Run, { deletes = true }: BeginOptions = {}): Promise<void> {
  const { context, record } = run
  record.deletes = deletes
  await lookFirst(run).catch((error) => lookWithPost(run, error))
  if (deletes) {
    const first = await run.createStanding(
      record.beganEmpty ? 'the only post' : 'a post that is deleted at once',
    )
    const exchange = await run
      .exchange('DELETE', `/posts/${first.id}`)
      .catch((error) => createAgain(run, first, error))
    await judge(context, deletingOne, exchange, first).catch(ignoreRefused)
    await expectDelete(run, first, exchange).catch(ignoreRefused)
  }
  await readNext(run)
  // Every worker creates one too.
  const standing = run.concurrency.isSlow ? ['first'] : ['first', 'second', 'third']
  for (const which of standing) await run.createStanding(`the ${which} post that stays untouched`)
  await lookAround(run)
}

/** Reads the id that the next post probably gets: a service may keep its 404. */
async function readNext({ context: { foreign, own, setup } }: Run): Promise<void> {
  const ids = [...foreign, ...own.gone, ...own.alive.map(({ id }) => id)]
  const highest = ids.reduce<PostId>((one, other) => (other > one ? other : one), 0)
  const next = toPostId(BigInt(highest) + 1n)
  if (next !== undefined) await setup.send({ method: 'GET', path: `/posts/${next}`, headers: {} })
}

/** Creates one more post where the first got the id of a foreign one: once may be chance, twice is a fault. */
async function createAgain(run: Run, first: OwnPost, error: unknown): Promise<never> {
  if (!(error instanceof WriteRefused) || !error.isForeign) throw error
  const { context } = run
  const { id } = await run.createStanding('a post after one that got the id of another')
  if (id === first.id || context.foreign.has(id)) context.report(takenIdsFault([first.id, id]))
  throw error
}

/**
 * Repeats a failed delete.
 * @throws SetUpError where it always fails, or leaves the post: the run could remove none of its posts.
 */
async function expectDelete(run: Run, { id }: OwnPost, first: Exchange): Promise<void> {
  let exchange = first
  for (let count = 1; !isSuccess(exchange.reply); count++) {
    const { status } = exchange.reply
    if (status === 404 || status === 410) break
    if (count === mostFailing || neverAllowed.includes(status))
      throw new SetUpError(`DELETE /posts/${id} answered ${status}`, exchange)
    exchange = await run.exchange('DELETE', `/posts/${id}`)
  }
  run.context.own.remove(id)
  const { status } = exchange.reply
  if (await isStillShown(run, id))
    throw new SetUpError(`DELETE /posts/${id} answered ${status}, and the post is still there`, exchange)
}

/** Whether the first deleted post is still read or listed, and so breaks a clause. */
async function isStillShown({ context }: Run, id: PostId): Promise<boolean> {
  if (!context.findings.some(({ clause }) => clause === 'delete.removes')) return false
  const { list } = await wholeList(context)
  return list.ids.has(id) || isSuccess(await context.look(`/posts/${id}`))
}

/** Creates a post where the list answers 404: a service that accepts it has a wrong list. */
async function lookWithPost(run: Run, error: unknown): Promise<void> {
  const { context } = run
  const seen = error instanceof SetUpError ? error.exchange : undefined
  if (seen?.reply.status !== 404) throw error
  await context.setup.create().catch(() => Promise.reject(error))
  context.open('the first look', seen)
  context.reportOn(seen, noList(seen.reply))
  await lookFirst(run).catch(() => {
    throw new SetUpError('GET /posts answered 404, also after a create')
  })
}

/** Reads everything twice without a write in between, to know whether reads change something. */
async function lookAround(run: Run): Promise<void> {
  const { context } = run
  context.open('looking around')
  await context.check(['safe.get', 'list.all', 'read.ok'], async () => {
    const faults: Violation[] = []
    await run.concurrency.each(context.own.alive, async ({ id }) => {
      faults.push(...(await readBack(context, id)))
    })
    return [...faults, ...(await checkList(context))]
  })
}
