import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import type { Bench } from './bench.ts'

const mainClause = {
  create: 'create.adds',
  replace: 'replace.whole',
  delete: 'delete.removes',
} as const satisfies Record<string, ClauseId>

/** Statuses by which a service says that the operation is not there, or fails for everybody. */
const absent = [404, 405, 410, 500, 501, 505]

/**
 * Judges an ordinary write that did not succeed. That the operation is missing or fails breaks what the document
 * states of it; that this client may not use it, or that its data is refused, is for the service to decide.
 */
export function judgeFailedWrite(
  bench: Bench,
  operation: keyof typeof mainClause,
  { reply }: Exchange,
): void {
  const clause = mainClause[operation]
  if (!absent.includes(reply.status)) {
    bench.excuse(`the ${operation} was answered with ${reply.status}`)
    return
  }
  const about = `a ${operation} with nothing special about it fails`
  bench.report({ clause, about, expected: 'a status of success', actual: `status ${reply.status}` })
}
