import { type Exchange, idIn } from '../document/exchange.ts'
import { sentTexts } from '../document/post-text.ts'
import { refusesValues } from '../session/taken-texts.ts'
import { isBarred, mainClause } from './attempts.ts'
import type { CheckContext } from './check-context.ts'
import { explainedBy } from './explanation.ts'

/** Said of a write that a service may refuse for its texts, and must not fail at. */
export const unusual = 'whose texts are unusual'

/**
 * Judges an ordinary write that was not done: it breaks what the document states of the operation. That this client may
 * not, or not now, or is sent elsewhere, or sends a text unlike any that was taken, is not for the document to say.
 *
 * @param which says which write it is, after its name.
 */
export async function judgeFailedWrite(
  context: CheckContext,
  operation: 'create' | 'replace' | 'delete',
  exchange: Exchange,
  which = 'with nothing special about it',
): Promise<void> {
  const { status, headers } = exchange.reply
  context.attempts.refuse(operation, exchange, context.own)
  const isBusy = status === 503 && headers['retry-after'] !== undefined
  const isOpen = isBarred(exchange.reply) || isBusy || status < 400
  if (isOpen || (refusesValues(exchange.reply) && context.own.taken.isUnlike(sentTexts(exchange)))) {
    context.excuse(`the ${operation} was answered with ${status}`)
    return
  }
  const { path } = exchange.request
  const id = idIn(path)
  const expected = 'a status of success'
  // A post that is gone cannot be written: what lost it broke a clause.
  const request = { method: 'GET', path, headers: {} }
  const read = status === 404 && id !== undefined ? await context.send(request) : undefined
  if (read?.reply.status === 404 && id !== undefined) {
    const about = `post ${id} is gone, and a ${operation} of it fails`
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
  // The write did not find a post that reading finds: it went elsewhere, or each of two looks shows another state.
  const elsewhere = operation === 'replace' ? 'replace.same-id' : 'others.untouched'
  const clauses = [fault.clause, elsewhere, 'read.ok', 'safe.get'] as const
  context.reportOn(exchange, explainedBy(fault, clauses), read)
}
