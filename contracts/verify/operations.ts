import { isWrite, operationNames } from '../../handlers/endpoints.ts'
import type { RunRecord } from '../run/run-record.ts'
import type { OperationResult, VerifyResult } from './result.ts'

/** The result of every operation. */
export function operationResults(
  { attempts }: Pick<RunRecord, 'attempts'>,
  mode: VerifyResult['mode'],
): OperationResult[] {
  return operationNames.map((operation): OperationResult => {
    const { accepted, refused } = attempts[operation]
    const isLeftOut = isWrite(operation) && (mode.readOnly || mode.without.includes(operation))
    return { operation, accepted, refused, isLeftOut }
  })
}

/**
 * The operations that never succeeded and were not left out, with the next step; undefined where there are none.
 * @param untried why an operation was not even tried, in a sentence.
 */
export function neverDone(results: readonly OperationResult[], untried?: string): string | undefined {
  const lines = results
    .filter(({ accepted, isLeftOut }) => accepted === 0 && !isLeftOut)
    .map((result) =>
      untried !== undefined && Object.keys(result.refused).length === 0
        ? untried
        : `${undoneReason(result)}${nextStep(result)}`,
    )
  return lines.length > 0 ? [...new Set(lines)].join('\n') : undefined
}

/** Why an operation was not observed. */
export function undoneReason({ operation, refused, isLeftOut }: OperationResult): string {
  if (isLeftOut) return `This run leaves out ${operation}.`
  const statuses = Object.entries(refused).map(
    ([status, count]) => `${count === 1 ? 'once' : `${count} times`} with ${status}`,
  )
  return statuses.length > 0
    ? `No ${operation} succeeded: it answered ${statuses.join(', ')}.`
    : `No ${operation} was tried.`
}

function nextStep({ operation, refused }: OperationResult): string {
  const credentials = ` Pass credentials that are allowed to ${operation} posts with --header 'Authorization: …'.`
  const leave = isWrite(operation) ? ` To test the rest, leave it out with --without ${operation}.` : ''
  return ('401' in refused || '403' in refused ? credentials : '') + leave
}
