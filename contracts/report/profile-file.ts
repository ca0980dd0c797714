import { jsonFileText } from '../../handlers/model/json.ts'
import type { Calibration } from '../calibrate.ts'

/** The options of {@link profileFileText}. */
export interface ProfileFileOptions {
  /** When the provider was calibrated, in milliseconds since 1970. */
  readonly at: number
  /** The tool: a name and a version. */
  readonly by: string
}

/**
 * A calibration as the text of a profile file for every `profile` option: the answers, and under `about`, which is
 * ignored, where they are from.
 *
 * @example
 * await writeFile('posts.profile.json', profileFileText(calibration, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function profileFileText({ profile, url }: Calibration, { at, by }: ProfileFileOptions): string {
  const about = { provider: url, calibrated: new Date(at).toISOString(), by }
  return jsonFileText({ ...profile, about })
}
