import type { Exchange } from '../document/exchange.ts'
import { isBarred, mainClause } from './attempts.ts'
import type { CheckContext } from './check-context.ts'

/** Said of a write that a service may refuse for its texts, and must not fail at. */
export const unusual = 'whose texts are unusual'

/**
 * Judges an ordinary write that was not done: it breaks what the document states of the operation. That this client may
 * not, or not now, or is sent elsewhere, is not for the document to say.
 *
 * @param which says which write it is, after its name.
 */
export function judgeFailedWrite(
  context: CheckContext,
  operation: 'create' | 'replace' | 'delete',
  exchange: Exchange,
  which = 'with nothing special about it',
): void {
  const { status } = exchange.reply
  context.attempts.refuse(operation, exchange, context.own)
  if (isBarred(exchange.reply) || status < 400) {
    context.excuse(`the ${operation} was answered with ${status}`)
    return
  }
  const about = `a ${operation} ${which} fails`
  const clause = mainClause[operation]
  context.report({ clause, about, expected: 'a status of success', actual: `status ${status}` })
}
