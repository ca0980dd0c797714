import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { agrees, type Detection, type Seen } from '../detect/detection.ts'
import type { Exchange } from '../document/exchange.ts'
import type { Miss } from '../fidelity/fidelity-run.ts'
import type { Redactor } from '../redaction/redactor.ts'
import { briefExchange } from './evidence.ts'
import type { Findings } from './experiment.ts'

/** What was learned of one choice. Plain data. */
export interface CalibratedChoice {
  readonly choice: ChoiceId
  /**
   * `learned`; `masked` where it has no occasion to show, because another answer of the provider hides it or it takes a
   * write; `changing` where it answered differently at different times; `unknown` where its answer is none that a profile
   * can give.
   */
  readonly verdict: 'learned' | 'masked' | 'changing' | 'unknown'
  /** Where it was learned. */
  readonly answer?: unknown
  /** How sure that is: seen in both rounds, in one of them, a conclusion, or seen otherwise too: then nothing is held against the provider. */
  readonly sure?: 'seen twice' | 'seen once' | 'inferred' | 'contradicted'
  /** What the conclusion stands on, or why nothing was learned. */
  readonly reason?: string
  /** What was sent and came back, as far as it matters; secrets are not in it. */
  readonly evidence: readonly Exchange[]
}

/** Makes one result of two rounds, for every choice. */
export function concludeAll(first: Findings, second: Findings): CalibratedChoice[] {
  return choiceIds.map((choice) => {
    return { choice, ...conclude(first[choice] ?? notAsked, second[choice] ?? notAsked) }
  })
}

/**
 * Takes back what does not agree with all that was seen once the whole profile stands: an answer that was concluded in one
 * way and shows in another, such as an order that a few posts happen to have.
 */
export function withoutContradictions(
  choices: readonly CalibratedChoice[],
  profile: Profile,
  rounds: readonly Findings[],
): CalibratedChoice[] {
  return choices.map((conclusion) => {
    const { choice, verdict, answer, evidence } = conclusion
    const refuted = rounds
      .map((found) => found[choice])
      .find((each) => each && 'answer' in each && !agrees(each as Seen<unknown>, profile[choice], profile))
    if (verdict !== 'learned' || !refuted || !('answer' in refuted)) return conclusion
    const reason = `${stringifyJson(answer)}, and ${stringifyJson(refuted.answer)} elsewhere`
    return { choice, verdict: 'changing', reason, evidence }
  })
}

/** Says of an answer that probes have seen the provider do otherwise. */
export function withProbes(
  choices: readonly CalibratedChoice[],
  misses: readonly Miss[],
): CalibratedChoice[] {
  return choices.map((conclusion) => {
    const { choice, verdict } = conclusion
    const own = misses.filter((miss) => miss.choice === choice)
    const [first] = own
    if (verdict !== 'learned' || !first) return conclusion
    const times = own.reduce((sum, miss) => sum + miss.times, 0)
    const where = `${first.operation}, ${first.about}: ${first.provider} where the mock has ${first.mock}`
    const reason = `otherwise in ${times} of the probes (${where})`
    return { ...conclusion, sure: 'contradicted', reason, evidence: [briefExchange(first.exchange)] }
  })
}

/** Leaves a choice open whose answer has a secret of the run in it: a profile is committed. */
export function withholding(conclusion: CalibratedChoice, redactor: Redactor): CalibratedChoice {
  const { choice, answer, evidence } = conclusion
  if (isDeepStrictEqual(redactor.data(answer), answer)) return conclusion
  return { choice, verdict: 'unknown', reason: 'its answer has a secret of this run in it', evidence }
}

const notAsked: Detection = { unknown: 'it was not asked', evidence: [] }

function conclude(first: Detection, second: Detection): Omit<CalibratedChoice, 'choice'> {
  const evidence = second.evidence.length > 0 ? second.evidence : first.evidence
  if ('answer' in first && 'answer' in second) {
    const isSame =
      isDeepStrictEqual(first.answer, second.answer) ||
      // What was inferred first may have come nearer to the truth since.
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
