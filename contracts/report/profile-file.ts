import { jsonFileText } from '../../handlers/model/json.ts'
import type { Calibration } from '../calibrate.ts'
import { evidenceText } from './evidence-text.ts'
import { fit } from './fit.ts'

/** What {@link profileFileText} takes beside the calibration. */
export interface ProfileFileOptions {
  /** When the provider was asked, in milliseconds since 1970. */
  readonly at: number
  /** Who asked: a name and a version. */
  readonly by: string
}

/** How much of a body stands in the file, in characters. */
const longest = 120

/**
 * A calibration as the text of a profile file, which every `profile` option takes as it is: the answers, and under
 * `about`, which nobody reads as an answer, where they come from.
 *
 * @example
 * await writeFile('posts.profile.json', profileFileText(calibration, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function profileFileText(calibration: Calibration, { at, by }: ProfileFileOptions): string {
  const { profile, choices, broken, url } = calibration
  const isLearned = choices.filter(({ verdict }) => verdict === 'learned')
  const isOpen = choices.filter(({ verdict }) => verdict !== 'learned')
  const about = {
    provider: url,
    calibrated: new Date(at).toISOString(),
    by,
    learned: Object.fromEntries(
      isLearned.map(({ choice, sure, reason, evidence }) => [
        choice,
        {
          sure,
          ...(reason === undefined ? {} : { reason }),
          evidence: evidence.map((each) => evidenceText(each, longest)),
        },
      ]),
    ),
    notLearned: Object.fromEntries(
      isOpen.map(({ choice, verdict, reason, evidence }) => [
        choice,
        { verdict, reason, evidence: evidence.map((each) => evidenceText(each, longest)) },
      ]),
    ),
    broken,
  }
  return fit(about, (fitting) => jsonFileText({ ...profile, about: fitting }))
}
