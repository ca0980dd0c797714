import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, isSuccess, type SentRequest } from '../spec/exchange.ts'
import { asPost, isObject, readBody } from '../spec/post-text.ts'
import { findId } from '../wire/find-id.ts'
import { attributed, brief, type CheckContext, type Violation } from './check-context.ts'
import { checkList } from './list-check.ts'
import { readBack } from './read-check.ts'

const clauses = ['create.adds', 'create.assigns-id', 'others.untouched', 'list.all', 'post.shape'] as const

/**
 * Checks the effect of a create.
 *
 * @param sent the texts that were sent, perhaps not both.
 * @param isOrdinary whether the document describes such a create.
 * @returns the id of the new post; undefined where there is none.
 */
export async function checkCreate(
  context: CheckContext,
  { request, reply }: Exchange,
  sent: Partial<PostFields>,
  isOrdinary: boolean,
): Promise<PostId | undefined> {
  const token = context.tokenIn(sent.title, sent.content)
  if (!isSuccess(reply)) {
    await context.check(['others.untouched'], () => checkList(context))
    return undefined
  }
  const twins = context.own.alive.filter((post) => post.title === sent.title && post.content === sent.content)
  const others = twins.map(({ id }) => id)
  const found = await findCreated(context, { request, reply }, { token, others, isSure: isOrdinary })
  if (!found && !isOrdinary) return undefined
  if (!found) {
    const clause = twins.length > 0 ? 'create.not-idempotent' : 'create.adds'
    await reportLost(context, clause, brief(JSON.stringify(sent)))
    return undefined
  }
  const { id, misnamed } = found
  const equal = new Set([id, ...others])
  if (misnamed !== undefined && !namesId(request, misnamed)) context.report(misnamedFault(misnamed, id))
  checkId(context, id, { request, reply }, sent)
  if (twins.length > 0) context.observe('create.not-idempotent')
  if (!isOrdinary) context.incomplete.add(id)
  context.setup.adopt({ id, title: sent.title ?? '', content: sent.content ?? '' }, originOf(id, request))
  const whole = async () => {
    const faults = [...(await checkList(context)), ...(await readBack(context, id))]
    return faults.map((fault) =>
      equal.size > 1 && fault.post !== undefined && equal.has(fault.post)
        ? attributed(fault, 'after an equal create')
        : fault,
    )
  }
  await context.check(clauses, whole, { recalls: true })
  return id
}

interface Created {
  /** A text unique to the post. */
  readonly token: string | undefined
  /** Posts of this run with the same text. */
  readonly others: readonly PostId[]
  /** Whether the post certainly has the token. */
  readonly isSure: boolean
}

/** Finds the post of a create, waiting if it may be late; a post without the token is the run's only where that is safe. */
async function findCreated(context: CheckContext, exchange: Exchange, { token, others, isSure }: Created) {
  const look = async () =>
    token === undefined ? undefined : await findId(exchange.reply, token, context.setup.send, others)
  const found = await look()
  if (found) return found
  // A service may accept what it cannot read, and make a post without the texts: then waiting is useless.
  if (!isSure && ((await findUnmarked(context, exchange)) !== undefined || token === undefined))
    return undefined
  return await context.find(look)
}

/** The post of a create without its texts, where it is certainly of this run. */
export async function findUnmarked(context: CheckContext, { reply }: Exchange): Promise<PostId | undefined> {
  const id = await context.setup.findUnmarked(reply)
  if (id !== undefined) context.incomplete.add(id)
  return id
}

/** Whether the service or the request chose an id. */
function originOf(id: PostId, request: SentRequest): 'created' | 'named' {
  return namesId(request, id) ? 'named' : 'created'
}

/** Whether a request has this id in its body; a reply with the same id may only repeat the request. */
function namesId({ body = '' }: SentRequest, id: PostId): boolean {
  const sent = readBody(body)
  return isObject(sent) && sent.id === id
}

/** Reports a successful create without a new post. */
export async function reportLost(context: CheckContext, clause: ClauseId, expected: string): Promise<void> {
  const about =
    clause === 'create.not-idempotent'
      ? 'a create that equals an earlier one succeeds, but makes no post'
      : 'a created post can neither be read nor be found in the list'
  await context.look('/posts')
  context.report(attributed({ clause, about, expected, actual: 'no new post' }, 'lost create'))
}

export function misnamedFault(named: PostId, id: PostId): Violation {
  return {
    clause: 'create.assigns-id',
    about: 'the reply to a create has the id of another post',
    expected: `id ${id}`,
    actual: `id ${named}`,
  }
}

/** Reports a created post with the id of another post of the run. */
export function reportTakenId(context: CheckContext, id: PostId, sent: Partial<PostFields>): void {
  const other = context.own.get(id)
  if (!other || context.own.spoilt.has(id)) return
  const end = Number.isSafeInteger(Number(id)) ? '' : `: beyond 2^53 ids are rounded to a double`
  const about = `a created post got the id of another post${end}`
  const fault = { clause: 'create.assigns-id', about, expected: 'an unused id', actual: `id ${id}` } as const
  const isTwin = other.title === sent.title || other.content === sent.content
  context.report(attributed(fault, 'taken id', { isTwin }))
}

export function takenIdsFault(ids: readonly PostId[]): Violation {
  return {
    clause: 'create.assigns-id',
    about: 'created posts got the ids of existing posts',
    expected: 'unused ids',
    actual: `ids ${ids.join(', ')}`,
  }
}

function checkId(
  context: CheckContext,
  id: PostId,
  { request, reply }: Exchange,
  sent: Partial<PostFields>,
): void {
  const clause = 'create.assigns-id'
  context.observe(clause)
  reportTakenId(context, id, sent)
  // Another client may have deleted that post and the service reuses ids. Without other clients that is accepted
  // once.
  const isTaken = context.foreign.has(id) && !context.setup.areOthersAtWork
  if (isTaken && context.takenIds.add(id).size > 1) context.report(takenIdsFault([...context.takenIds]))
  const given = asPost(readBody(reply.body))
  if (!given || given.id === id || namesId(request, given.id)) return
  if (given.title === sent.title && given.content === sent.content) {
    const about = 'the reply to a create has the post with another id'
    context.report({ clause, about, expected: `id ${id}`, actual: `id ${given.id}` })
  }
}
