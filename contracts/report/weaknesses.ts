import type { OperationResult, VerifyResult } from '../verify/result.ts'
import { plural } from './layout.ts'
import { kindText } from './trace-text.ts'

/** What makes a verdict worth less than it seems, worst first; nothing where all was judged. */
export function weaknesses(result: VerifyResult): string[] {
  const { failureReason, mode, operations, clauses, sequences, leftovers } = result
  const open = clauses.filter(({ verdict, reason }) => verdict === 'not judged' && reason !== undefined)
  const failure = sequences?.failure
  return [
    ...(failureReason === undefined ? [] : [`The run came to no end: ${failureReason}`]),
    ...(mode.readOnly ? ['Create, replace and delete were left out: this run only read.'] : []),
    ...(mode.without.length > 0 ? [`Left out on purpose: ${mode.without.join(', ')}.`] : []),
    ...operations.flatMap(neverDone),
    ...(open.length > 0
      ? [
          `${plural(open.length, 'clause')} could not be judged: ${open.map(({ clause }) => clause).join(', ')}.`,
        ]
      : []),
    ...(failure && failure.kind !== 'deterministic'
      ? [`One fault does not show each time (${kindText(failure)}).`]
      : []),
    ...(leftovers.length > 0
      ? [`${plural(leftovers.length, 'post')} of this run may be left at the provider.`]
      : []),
  ]
}

function neverDone({ operation, accepted, refused, isLeftOut }: OperationResult): string[] {
  const statuses = Object.keys(refused)
  if (isLeftOut || accepted > 0 || statuses.length === 0) return []
  return [`No ${operation} was ever done: it was answered ${statuses.join(', ')}.`]
}
