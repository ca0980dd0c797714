import { jsonFileText } from '../../handlers/model/json.ts'
import type { Calibration } from '../calibrate.ts'
import { fit } from './fit.ts'

/** The options of {@link profileFileText}. */
export interface ProfileFileOptions {
  /** When the provider was calibrated, in milliseconds since 1970. */
  readonly at: number
  /** The tool: a name and a version. */
  readonly by: string
}

/**
 * A calibration as the text of a profile file for every `profile` option: the answers, and under `about`, which is
 * ignored, why some are inferred and others missing.
 *
 * @example
 * await writeFile('posts.profile.json', profileFileText(calibration, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function profileFileText(calibration: Calibration, { at, by }: ProfileFileOptions): string {
  const { profile, choices, broken, url } = calibration
  const reasons = (isLearned: boolean) =>
    Object.fromEntries(
      choices
        .filter(({ verdict, reason }) => (verdict === 'learned') === isLearned && reason !== undefined)
        .map(({ choice, reason }) => [choice, reason]),
    )
  const about = {
    provider: url,
    calibrated: new Date(at).toISOString(),
    by,
    inferred: reasons(true),
    notLearned: reasons(false),
    broken,
  }
  return fit(about, (fitting) => jsonFileText({ ...profile, about: fitting }))
}
