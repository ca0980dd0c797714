import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, isSameAnswer } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { agrees, type Detection, type Seen } from '../choices/detection.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { Exchange } from '../spec/exchange.ts'
import type { Findings } from './experiment.ts'

/** The result of one choice. Plain data. */
export interface CalibratedChoice {
  readonly choice: ChoiceId
  /**
   * `learned`; `masked` where another answer hides it, or it needs a write; `changing` where the answer changed
   * between rounds; `unknown` where no profile can express it.
   */
  readonly verdict: 'learned' | 'masked' | 'changing' | 'unknown'
  /** The learned answer. */
  readonly answer?: unknown
  /** How certain it is: seen in both rounds, in one of them, or inferred. */
  readonly sure?: 'seen twice' | 'seen once' | 'inferred'
  /** Why the answer was inferred, or why nothing was learned. */
  readonly reason?: string
  /** The relevant exchanges, without secrets. */
  readonly evidence: readonly Exchange[]
}

/** Combines the results of two rounds. */
export function concludeAll(first: Findings, second: Findings): CalibratedChoice[] {
  return choiceIds.map((choice) => {
    return { choice, ...conclude(first[choice] ?? notAsked, second[choice] ?? notAsked) }
  })
}

/**
 * Removes answers that contradict other observations under the complete profile, such as an order that a few posts
 * had by chance.
 */
export function withoutContradictions(
  choices: readonly CalibratedChoice[],
  profile: Profile,
  rounds: readonly Findings[],
): CalibratedChoice[] {
  return choices.map((conclusion) => {
    const { choice, verdict, answer, evidence } = conclusion
    const seen = rounds
      .map((found) => found[choice])
      .filter((each): each is Seen<never> => each !== undefined && 'answer' in each)
    const refuted = seen.find((each: Seen<unknown>) => !agrees(each, profile[choice], profile))
    if (verdict !== 'learned' || !refuted) return conclusion
    const reason = `${stringifyJson(answer)}, but ${stringifyJson(refuted.answer)} elsewhere`
    return { choice, verdict: 'changing', reason, evidence }
  })
}

/** Leaves a choice out if its answer contains a secret: profiles are committed. */
export function withholding(conclusion: CalibratedChoice, redactor: Redactor): CalibratedChoice {
  const { choice, answer, evidence } = conclusion
  if (isSameAnswer(redactor.data(answer), answer)) return conclusion
  return { choice, verdict: 'unknown', reason: 'its answer contains a secret of this run', evidence }
}

const notAsked: Detection = { unknown: 'it was not tested', evidence: [] }

function conclude(first: Detection, second: Detection): Omit<CalibratedChoice, 'choice'> {
  const evidence = second.evidence.length > 0 ? second.evidence : first.evidence
  if ('answer' in first && 'answer' in second) {
    const isSame =
      isSameAnswer(first.answer, second.answer) ||
      // An inferred answer may be more precise in the second round.
      (agrees(first, second.answer) && (first.inferred !== undefined || agrees(second, first.answer)))
    if (isSame)
      return { ...learned(second), ...(second.inferred === undefined ? { sure: 'seen twice' } : {}) }
    const reason = `first ${stringifyJson(first.answer)}, later ${stringifyJson(second.answer)}`
    return { verdict: 'changing', reason, evidence: [...first.evidence, ...second.evidence] }
  }
  if ('answer' in second) return learned(second)
  if ('answer' in first && !second.masked) {
    const reason = `first ${stringifyJson(first.answer)}, later unclear: ${second.unknown}`
    return { verdict: 'changing', reason, evidence: [...first.evidence, ...second.evidence] }
  }
  if ('answer' in first) return learned(first)
  return { verdict: second.masked ? 'masked' : 'unknown', reason: second.unknown, evidence }
}

function learned(reading: Extract<Detection, { answer: unknown }>): Omit<CalibratedChoice, 'choice'> {
  const { answer, inferred, evidence } = reading
  return inferred === undefined
    ? { verdict: 'learned', answer, sure: 'seen once', evidence }
    : { verdict: 'learned', answer, sure: 'inferred', reason: inferred, evidence }
}
