import type { FaultSettings } from '../faults/faults.ts'
import { outsideInterface, type Warning } from '../http/warning.ts'
import type { UnderstudyError } from '../model/errors.ts'
import { stringifyJson } from '../model/json.ts'

/** What a test has left behind when it ends. */
export interface TestEnd {
  readonly strict: boolean | undefined
  readonly journal: { readonly warnings: readonly Warning[] }
  readonly faults: { readonly settings: FaultSettings }
}

/**
 * Tells what fails a test at its end: in strict mode requests beyond the document. A planned fault that no request met is a
 * warning: its request may be on its way, where a test ends as soon as it has seen a spinner.
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
