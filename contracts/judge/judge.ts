import type { PostId } from '../../handlers/model/post.ts'
import type { Example } from '../document/example.ts'
import { type Exchange, isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { sentTexts } from '../document/post-text.ts'
import type { StateValues } from '../document/states.ts'
import type { CheckContext, Violation } from './check-context.ts'
import { checkCreate, followCreate } from './create-check.ts'
import { checkDelete } from './delete-check.ts'
import { checkDistantIds } from './distant-ids.ts'
import { explainedBy } from './explanation.ts'
import { judgeFailedWrite, unusual } from './failed-write.ts'
import { checkForeignPosts } from './foreign-posts.ts'
import { checkGrowth } from './growth.ts'
import { checkList } from './list-check.ts'
import { missingFaults, readFaults } from './read-check.ts'
import { checkReplace, takeOver } from './replace-check.ts'

/**
 * Judges one exchange by the state it leaves: everything that the clauses promise and a single reply cannot show.
 *
 * @param values what the example's provider states gave.
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
      if (context.incomplete.size > 0) context.excuse('the list holds posts that are not whole on purpose')
      await context.check(['list.ok', 'list.all', 'post.shape'], () => checkList(context), { recalls: true })
      await checkForeignPosts(context)
      await checkGrowth(context, 'safe.get', 'every look at the list makes it longer')
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
      if (example.key === 'read/missing') await checkDistantIds(context)
      await context.check(['safe.get'], () => checkList(context))
      return undefined
    }
    case 'create': {
      const before = context.foreign.size
      if (hasFailed(example, exchange)) await judgeFailedWrite(context, 'create', exchange, kindOf(example))
      const made = await checkCreate(context, exchange, sentTexts(exchange), isOrdinary(example))
      if (!isSuccess(exchange.reply) && context.foreign.size > before)
        await checkGrowth(context, 'create.adds', 'a create that is refused adds a post', () =>
          context.send(exchange.request),
        )
      return made
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
      if (id !== undefined && isSuccess(exchange.reply)) followBeside(context, exchange, id)
      return undefined
  }
}

/** Follows an exchange that was judged once before: the run has to know what became of its posts. */
export async function follow(
  context: CheckContext,
  example: Pick<Example, 'key' | 'operation' | 'request'>,
  exchange: Exchange,
  { id }: StateValues,
): Promise<void> {
  context.open(example.key, exchange)
  if (!isSuccess(exchange.reply)) return
  const { title, content } = isExact(example) ? sentTexts(exchange) : {}
  if (example.operation === 'create')
    await followCreate(context, exchange, sentTexts(exchange), isExact(example))
  else if (id === undefined) return
  else if (example.operation === 'replace') {
    if (title === undefined || content === undefined) context.incomplete.add(id)
    else await takeOver(context, { id, title, content })
  } else if (example.operation === 'delete') context.own.remove(id)
  else if (example.operation === 'beside') followBeside(context, exchange, id)
}

/** Asks whether the texts of a request are beyond doubt: it is JSON, says so, and says nothing twice. */
function isExact({ request: { body } }: Pick<Example, 'request'>): boolean {
  return typeof body === 'object'
}

/** Asks whether a create has both texts, so that a service that takes it has made a post of them. */
function isOrdinary({ permits, request: { body } }: Pick<Example, 'permits' | 'request'>): boolean {
  if (permits !== 'anything') return true
  return typeof body === 'object' && typeof body.title === 'string' && typeof body.content === 'string'
}

/** Asks whether a write was not done that must be; of texts that a service may refuse, none may make it fail. */
function hasFailed({ permits }: Pick<Example, 'permits'>, { reply }: Exchange): boolean {
  if (permits === 'success-or-refusal') return reply.status >= 500
  return permits === 'success' && !isSuccess(reply)
}

function kindOf({ permits }: Pick<Example, 'permits'>): string | undefined {
  return permits === 'success-or-refusal' ? unusual : undefined
}

/** What the document does not describe may be done all the same; the run has to know what became of its post. */
function followBeside(context: CheckContext, { request }: Exchange, id: PostId): void {
  if (request.method === 'DELETE') context.own.remove(id)
  if (request.method === 'PATCH') context.incomplete.add(id)
}

/** Judges the reply that there is first, and new ones to the same request after that. */
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

/** Clause `safe.get`: the same GET again is answered in the same way. */
async function checkReadAgain(
  context: CheckContext,
  { request }: Exchange,
  faultsOf: (reply: ReceivedReply) => Promise<Violation[]>,
): Promise<void> {
  await context.check(['safe.get'], async () =>
    (await faultsOf((await context.send(request)).reply)).map((fault) =>
      explainedBy(fault, ['safe.get', fault.clause]),
    ),
  )
}

/** What is wrong with reading a post that exists; one of others may have been deleted by them since it was listed. */
async function existingFaults(context: CheckContext, id: PostId, reply: ReceivedReply): Promise<Violation[]> {
  const faults = await readFaults(context, id, reply)
  if (faults.length === 0 || context.own.get(id) || reply.status !== 404) return faults
  await checkList(context)
  return context.foreign.has(id) ? faults : []
}

/** Clause `safe.get`: the same GET again finds everything as it was. */
async function checkSafe(context: CheckContext, { request }: Exchange): Promise<void> {
  await context.check(['safe.get'], async () => {
    await context.send(request)
    return await checkList(context)
  })
}
