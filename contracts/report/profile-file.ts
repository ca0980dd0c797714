import { defined } from '../../handlers/model/defined.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import type { Calibration } from '../calibrate.ts'
import { evidenceText } from './evidence-text.ts'
import { fit } from './fit.ts'

/** The options of {@link profileFileText}. */
export interface ProfileFileOptions {
  /** When the provider was calibrated, in milliseconds since 1970. */
  readonly at: number
  /** The tool: a name and a version. */
  readonly by: string
}

/** How much of a body is in the file, in characters. */
const longest = 120

/**
 * A calibration as the text of a profile file for every `profile` option: the answers, and under `about`, which is
 * ignored, their evidence.
 *
 * @example
 * await writeFile('posts.profile.json', profileFileText(calibration, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function profileFileText(calibration: Calibration, { at, by }: ProfileFileOptions): string {
  const { profile, choices, broken, url } = calibration
  const learned = choices.filter(({ verdict }) => verdict === 'learned')
  const open = choices.filter(({ verdict }) => verdict !== 'learned')
  const about = {
    provider: url,
    calibrated: new Date(at).toISOString(),
    by,
    learned: Object.fromEntries(
      learned.map(({ choice, sure, reason, evidence }) => [
        choice,
        {
          sure,
          ...defined({ reason }),
          evidence: evidence.map((each) => evidenceText(each, longest)),
        },
      ]),
    ),
    notLearned: Object.fromEntries(
      open.map(({ choice, verdict, reason, evidence }) => [
        choice,
        { verdict, reason, evidence: evidence.map((each) => evidenceText(each, longest)) },
      ]),
    ),
    broken,
  }
  return fit(about, (fitting) => jsonFileText({ ...profile, about: fitting }))
}
