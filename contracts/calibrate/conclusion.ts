import type { ChoiceId } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/defined.ts'
import { type Detection, isSameAnswer } from '../choices/detection.ts'
import type { Redactor } from '../redaction/redactor.ts'

/** The result of one choice. Plain data. */
export interface CalibratedChoice {
  readonly choice: ChoiceId
  /** `learned`; `masked` where another answer hides it, or it needs a write; `unknown` where no profile can express it. */
  readonly verdict: 'learned' | 'masked' | 'unknown'
  /** The learned answer. */
  readonly answer?: unknown
  /** Why the answer was inferred, or why nothing was learned. */
  readonly reason?: string
}

/** What was learned of a choice. An answer with a secret is left out: profiles are committed. */
export function conclude(choice: ChoiceId, detection: Detection, redactor: Redactor): CalibratedChoice {
  if ('unknown' in detection)
    return { choice, verdict: detection.masked ? 'masked' : 'unknown', reason: detection.unknown }
  const { answer, inferred: reason } = detection
  if (!isSameAnswer(redactor.data(answer), answer))
    return { choice, verdict: 'unknown', reason: 'its answer contains a secret of this run' }
  return { choice, verdict: 'learned', answer, ...defined({ reason }) }
}
