import { type Exchange, idIn, isBusy } from '../document/exchange.ts'
import { sentTexts } from '../document/post-text.ts'
import { refusesValues } from '../session/taken-texts.ts'
import { isBarred, mainClause } from './attempts.ts'
import type { CheckContext } from './check-context.ts'
import { explainedBy } from './explanation.ts'

/** Describes a write that a service may refuse, but must not fail at. */
export const unusual = 'with unusual texts'

/**
 * Judges an ordinary write that failed: it breaks a clause, unless it was refused for rights, limits or an unusual
 * text, or redirected, which the document leaves open.
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
  context.attempts.refuse(operation, exchange, context.own)
  const isOpen = isBarred(exchange.reply) || isBusy(exchange.reply) || status < 400
  if (isOpen || (refusesValues(exchange.reply) && context.own.taken.isUnlike(sentTexts(exchange)))) {
    context.excuse(`the ${operation} answered ${status}`)
    return
  }
  const { path } = exchange.request
  const id = idIn(path)
  const expected = 'a status of success'
  // A missing post cannot be written: an earlier request that lost it broke a clause.
  const request = { method: 'GET', path, headers: {} }
  const read = status === 404 && id !== undefined ? await context.send(request) : undefined
  if (read?.reply.status === 404 && id !== undefined) {
    const about = `post ${id} does not exist any more, and a ${operation} of it fails`
    const fault = { clause: mainClause[operation], about, expected, actual: `status ${status}`, post: id }
    const clauses = context.setup.writes.likelyClauses(id, ['list', 'read'], exchange.request)
    return context.reportOn(exchange, explainedBy({ ...fault, views: ['read'] }, clauses), read)
  }
  const fault = {
    clause: mainClause[operation],
    about: `a ${operation} ${which} fails`,
    expected,
    actual: `status ${status}`,
  }
  if (read?.reply.status !== 200) return context.reportOn(exchange, fault)
  // The write did not find a post that a read finds: it hit another post, or reads differ.
  const elsewhere = operation === 'replace' ? 'replace.same-id' : 'others.untouched'
  const clauses = [fault.clause, elsewhere, 'read.ok', 'safe.get'] as const
  context.reportOn(exchange, explainedBy(fault, clauses), read)
}
