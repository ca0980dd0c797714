import { jsonFileText } from '../../handlers/model/json.ts'
import type { Calibration } from '../calibrate.ts'
import type { VerifyResult } from '../verify/result.ts'
import { fit } from './fit.ts'

/** The version of the report's schema. New fields do not change it, removed fields do. */
const jsonReportVersion = 1

/**
 * A result as JSON, with `schemaVersion` and exact ids, without secrets, below a megabyte. `docs/verify.schema.json` describes that of a
 * verification.
 *
 * @example
 * await writeFile('verify.json', jsonReport(result))
 */
export function jsonReport(result: VerifyResult | Calibration): string {
  return fit(result, (fitting) => jsonFileText({ schemaVersion: jsonReportVersion, ...fitting }))
}
