import { jsonFileText } from '../../handlers/model/json.ts'
import type { Calibration } from '../calibrate.ts'
import type { VerifyResult } from '../verify/result.ts'
import { fit } from './fit.ts'
import type { RunFacts } from './html-page.ts'

/**
 * A result as JSON, with `schemaVersion` and exact ids, without secrets, below a megabyte. `docs/verify.schema.json` describes that of a
 * verification.
 *
 * @example
 * await writeFile('verify.json', jsonReport(result))
 */
export function jsonReport(result: VerifyResult | Calibration): string {
  // A new field does not change the version, a removed one does.
  return fit(result, (fitting) => jsonFileText({ schemaVersion: 1, ...fitting }))
}

/**
 * A calibration as the text of a profile file for every `profile` option: the answers, and under `about`, which is
 * ignored, where they are from.
 *
 * @example
 * await writeFile('posts.profile.json', profileFileText(calibration, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function profileFileText({ profile, url }: Calibration, { at, by }: RunFacts): string {
  const about = { provider: url, calibrated: new Date(at).toISOString(), by }
  return jsonFileText({ ...profile, about })
}
