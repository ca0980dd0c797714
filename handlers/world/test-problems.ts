import type { FaultSettings } from '../faults/faults.ts'
import { outsideInterface, type Warning } from '../http/warning.ts'
import type { UnderstudyError } from '../model/errors.ts'
import { stringifyJson } from '../model/json.ts'

/** The state of a world at the end of a test. */
export interface TestEnd {
  readonly strict: boolean | undefined
  readonly journal: { readonly warnings: readonly Warning[] }
  readonly faults: { readonly settings: FaultSettings }
}

/**
 * The errors that fail a test at its end: in strict mode requests beyond the document. An unused planned fault is only a warning,
 * because its request may still be pending.
 */
export function testProblems({ strict, journal, faults }: TestEnd): UnderstudyError[] {
  const [{ warnings }, { next }] = [journal, faults.settings]
  const unmet = new Set(next.map(({ operation, fault }) => `${operation} ${stringifyJson(fault)}`))
  if (unmet.size > 0)
    console.warn(
      `[posts-understudy] No request met the planned fault ${[...unmet].join(', ')} before the test ended. Wait for the request, or take the fault back with faults.clear().`,
    )
  return strict && warnings.length > 0 ? [outsideInterface(warnings)] : []
}
