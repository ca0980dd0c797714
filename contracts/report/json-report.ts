import { jsonFileText } from '../../handlers/model/json.ts'
import type { Calibration } from '../calibrate.ts'
import type { FidelityResult } from '../fidelity.ts'
import type { VerifyResult } from '../verify/result.ts'
import { fit } from './fit.ts'

/** The version of the report's schema: a field may come in any version, none goes without a new number. */
export const jsonReportVersion = 1

/** In bytes: what a CI job keeps without a second thought. */
const usualLength = 200_000

/**
 * A result as JSON for machines: under `schemaVersion`, ids exact, no secret in it. It is at most 200 kB where long texts and lists can be
 * cut to that, and a megabyte ever; `docs/verify.schema.json` describes that of a verification.
 *
 * @example
 * await writeFile('verify.json', jsonReport(result))
 */
export function jsonReport(result: VerifyResult | Calibration | FidelityResult): string {
  return fit(result, (fitting) => jsonFileText({ schemaVersion: jsonReportVersion, ...fitting }), usualLength)
}
