import { type Exchange, idIn, isBusy } from '../spec/exchange.ts'
import { isBarred, mainClause } from './attempts.ts'
import { attributed, type CheckContext } from './check-context.ts'

/** Describes a write that a service may refuse, but must not fail at. */
export const unusual = 'with unusual texts'

/**
 * Judges an ordinary write that failed: it breaks a clause, unless it was refused for rights or limits, or redirected,
 * which the document leaves open.
 *
 * @param which the kind of write, to follow its name.
 */
export async function judgeFailedWrite(
  context: CheckContext,
  operation: 'create' | 'replace' | 'delete',
  exchange: Exchange,
  which = 'with ordinary texts',
): Promise<void> {
  const { status } = exchange.reply
  context.record.refuse(operation, exchange)
  const isOpen = isBarred(exchange.reply) || isBusy(exchange.reply) || status < 400
  if (isOpen) {
    context.excuse(`the ${operation} answered ${status}`)
    return
  }
  const { path } = exchange.request
  const id = idIn(path)
  const fault = {
    clause: mainClause[operation],
    about: `a ${operation} ${which} fails`,
    expected: 'a status of success',
    actual: `status ${status}`,
  }
  if (status !== 404 || id === undefined) return context.reportOn(exchange, fault)
  // A missing post cannot be written: an earlier request that lost it broke a clause.
  const read = await context.send({ method: 'GET', path, headers: {} })
  if (read.reply.status === 404) {
    const about = `post ${id} does not exist any more, and a ${operation} of it fails`
    const history = context.posts.writes.since(id, ['list', 'read'], exchange.request)
    const lost = attributed(fault, 'wrong post', { views: ['list', 'read'], history })
    return context.reportOn(exchange, { ...lost, about, post: id, views: ['read'] }, read)
  }
  if (read.reply.status !== 200 || operation === 'create') return context.reportOn(exchange, fault)
  context.reportOn(exchange, attributed(fault, `${operation} not found`), read)
}
