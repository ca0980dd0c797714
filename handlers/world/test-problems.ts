import type { FaultSettings } from '../faults/faults.ts'
import { outsideInterface, type Warning } from '../http/warning.ts'
import { UnderstudyError } from '../model/errors.ts'
import { stringifyJson } from '../model/json.ts'

/** What a test has left behind when it ends. */
export interface TestEnd {
  readonly strict: boolean | undefined
  readonly journal: { readonly warnings: readonly Warning[] }
  readonly faults: { readonly settings: FaultSettings }
}

/** What fails a test at its end: in strict mode requests beyond the document, and in any mode planned faults that no request met. */
export function testProblems({ strict, journal, faults }: TestEnd): UnderstudyError[] {
  const [{ warnings }, { next }] = [journal, faults.settings]
  return [
    ...(strict && warnings.length > 0 ? [outsideInterface(warnings)] : []),
    ...(next.length > 0 ? [faultUnmet(next)] : []),
  ]
}

function faultUnmet(next: FaultSettings['next']): UnderstudyError {
  const planned = new Set(next.map(({ operation, fault }) => `${operation} ${stringifyJson(fault)}`))
  const count = next.length === 1 ? 'a planned fault' : `${next.length} planned faults`
  return new UnderstudyError(
    'FAULT_UNMET',
    `Failed to use ${count}: no request met ${[...planned].join(' or ')} before the test ended. Wait for the request, plan fewer, or call faults.clear(); faults.rate(1, …) makes every request fail.`,
  )
}
