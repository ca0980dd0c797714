import { type ChoiceId, choiceIds, isSameAnswer } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { agrees, type Detection, type Seen } from '../choices/detection.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { Exchange } from '../spec/exchange.ts'
import type { Detections } from './experiment.ts'

/** The result of one choice. Plain data. */
export interface CalibratedChoice {
  readonly choice: ChoiceId
  /**
   * `learned`; `masked` where another answer hides it, or it needs a write; `changing` where the answer changed
   * between the passes; `unknown` where no profile can express it.
   */
  readonly verdict: 'learned' | 'masked' | 'changing' | 'unknown'
  /** The learned answer. */
  readonly answer?: unknown
  /** How certain it is: seen in both passes, in one of them, or inferred. */
  readonly sure?: 'seen twice' | 'seen once' | 'inferred'
  /** Why the answer was inferred, or why nothing was learned. */
  readonly reason?: string
  /** The relevant exchanges, without secrets. */
  readonly evidence: readonly Exchange[]
}

/** Combines the results of two passes. */
export function concludeAll(first: Detections, second: Detections): CalibratedChoice[] {
  return choiceIds.map((choice) => {
    return { choice, ...conclude(first[choice] ?? notTested, second[choice] ?? notTested) }
  })
}

/** Leaves a choice out if its answer contains a secret: profiles are committed. */
export function withholding(conclusion: CalibratedChoice, redactor: Redactor): CalibratedChoice {
  const { choice, answer, evidence } = conclusion
  if (isSameAnswer(redactor.data(answer), answer)) return conclusion
  return { choice, verdict: 'unknown', reason: 'its answer contains a secret of this run', evidence }
}

const notTested: Detection = { unknown: 'it was not tested', evidence: [] }

type Conclusion = Omit<CalibratedChoice, 'choice'>

function conclude(first: Detection, second: Detection): Conclusion {
  if ('answer' in first && 'answer' in second)
    return isSame(first, second) ? learned(second, 'seen twice') : changing(first, second)
  if ('answer' in second) return learned(second, 'seen once')
  if ('answer' in first) return second.masked ? learned(first, 'seen once') : changing(first, second)
  const evidence = second.evidence.length > 0 ? second.evidence : first.evidence
  return { verdict: second.masked ? 'masked' : 'unknown', reason: second.unknown, evidence }
}

function isSame(first: Seen<unknown>, second: Seen<unknown>): boolean {
  if (isSameAnswer(first.answer, second.answer)) return true
  // An inferred answer may be more precise in the second pass.
  return agrees(first, second.answer) && (first.inferred !== undefined || agrees(second, first.answer))
}

function learned({ answer, inferred, evidence }: Seen<unknown>, sure: CalibratedChoice['sure']): Conclusion {
  if (inferred === undefined) return { verdict: 'learned', answer, ...(sure && { sure }), evidence }
  return { verdict: 'learned', answer, sure: 'inferred', reason: inferred, evidence }
}

function changing(first: Seen<unknown>, second: Detection): Conclusion {
  const later = 'answer' in second ? stringifyJson(second.answer) : `unclear: ${second.unknown}`
  const reason = `first ${stringifyJson(first.answer)}, later ${later}`
  return { verdict: 'changing', reason, evidence: [...first.evidence, ...second.evidence] }
}
