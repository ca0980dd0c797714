import type { PostId } from '../../handlers/model/post.ts'
import type { Example } from '../spec/example.ts'
import { type Exchange, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { sentTexts } from '../spec/post-text.ts'
import type { StateValues } from '../spec/states.ts'
import { attributed, type CheckContext, type Violation } from './check-context.ts'
import { checkCreate } from './create-check.ts'
import { checkDelete } from './delete-check.ts'
import { judgeFailedWrite, unusual } from './failed-write.ts'
import { checkList } from './list-check.ts'
import { missingFaults, readFaults } from './read-check.ts'
import { checkReplace } from './replace-check.ts'

/**
 * Judges one exchange by the state after it.
 *
 * @param values the values of the example's provider states.
 * @returns the id of the post that was created or replaced.
 */
export async function judge(
  context: CheckContext,
  example: Pick<Example, 'key' | 'operation' | 'permits' | 'request'>,
  exchange: Exchange,
  values: StateValues,
): Promise<PostId | undefined> {
  context.open(example.key, exchange)
  const { id } = values
  if (id !== undefined && context.own.spoilt.has(id)) {
    context.excuse(`post ${id} was wrong before`)
    return undefined
  }
  switch (example.operation) {
    case 'list':
      if (context.incomplete.size > 0)
        context.excuse('the list has posts that were created without a title or content')
      await context.check(['list.ok', 'list.all', 'post.shape'], () => checkList(context), { recalls: true })
      await checkSafe(context, exchange)
      return undefined
    case 'read': {
      if (id === undefined) return undefined
      const isMissing = example.permits === 'not-found'
      const faultsOf = async (reply: ReceivedReply) =>
        isMissing ? missingFaults(context, id, reply) : await existingFaults(context, id, reply)
      const holds = await context.check(
        [isMissing ? 'read.missing' : 'read.ok'],
        afterFirst(context, exchange, faultsOf),
      )
      if (holds) await checkReadAgain(context, exchange, faultsOf)
      await context.check(['safe.get'], () => checkList(context))
      return undefined
    }
    case 'create': {
      if (hasFailed(example, exchange)) await judgeFailedWrite(context, 'create', exchange, kindOf(example))
      return await checkCreate(context, exchange, sentTexts(exchange), isOrdinary(example))
    }
    case 'replace':
      if (hasFailed(example, exchange)) await judgeFailedWrite(context, 'replace', exchange, kindOf(example))
      if (id !== undefined)
        await checkReplace(context, exchange, id, isExact(example) ? sentTexts(exchange) : {})
      return id
    case 'delete':
      if (hasFailed(example, exchange)) return void (await judgeFailedWrite(context, 'delete', exchange))
      if (id !== undefined) await checkDelete(context, exchange, id)
      return undefined
    case 'beside':
      if (id !== undefined && isSuccess(exchange.reply)) followOther(context, exchange, id)
      return undefined
  }
}

/** Whether the texts of a request are unambiguous: the body is plain JSON. */
function isExact({ request: { body } }: Pick<Example, 'request'>): boolean {
  return typeof body === 'object'
}

/** Whether a create has both texts. */
function isOrdinary({ permits, request: { body } }: Pick<Example, 'permits' | 'request'>): boolean {
  if (permits !== 'anything') return true
  return typeof body === 'object' && typeof body.title === 'string' && typeof body.content === 'string'
}

/** Whether a write failed that must succeed, or failed with 5xx where it may be refused. */
function hasFailed({ permits }: Pick<Example, 'permits'>, { reply }: Exchange): boolean {
  if (permits === 'success-or-refusal') return reply.status >= 500
  return permits === 'success' && !isSuccess(reply)
}

function kindOf({ permits }: Pick<Example, 'permits'>): string | undefined {
  return permits === 'success-or-refusal' ? unusual : undefined
}

/** Follows the post of a request that the document does not describe. */
function followOther(context: CheckContext, { request }: Exchange, id: PostId): void {
  if (request.method === 'DELETE') context.own.remove(id)
  if (request.method === 'PATCH') context.incomplete.add(id)
}

/** Judges the given reply first, and then new replies to the same request. */
function afterFirst(
  context: CheckContext,
  { request, reply }: Exchange,
  faultsOf: (reply: ReceivedReply) => Promise<Violation[]>,
): () => Promise<Violation[]> {
  let first: ReceivedReply | undefined = reply
  return async () => {
    const current = first ?? (await context.send(request)).reply
    first = undefined
    return faultsOf(current)
  }
}

/** Clause `safe.get`: the same GET again gets the same reply. */
async function checkReadAgain(
  context: CheckContext,
  { request }: Exchange,
  faultsOf: (reply: ReceivedReply) => Promise<Violation[]>,
): Promise<void> {
  await context.check(['safe.get'], async () =>
    (await faultsOf((await context.send(request)).reply)).map((fault) =>
      attributed(fault, 'changed by a read'),
    ),
  )
}

/** What is wrong with reading an existing post; another client may have deleted a foreign one. */
async function existingFaults(context: CheckContext, id: PostId, reply: ReceivedReply): Promise<Violation[]> {
  const faults = await readFaults(context, id, reply)
  if (faults.length === 0 || context.own.get(id) || reply.status !== 404) return faults
  await checkList(context)
  return context.foreign.has(id) ? faults : []
}

/** Clause `safe.get`: a GET of the list changes nothing. */
async function checkSafe(context: CheckContext, { request }: Exchange): Promise<void> {
  await context.check(['safe.get'], async () => {
    await context.send(request)
    return await checkList(context)
  })
}
