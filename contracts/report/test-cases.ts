import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { sequenceName } from '../run/trace.ts'
import { type ClauseId, clauseIds, clauses } from '../spec/clauses.ts'
import type { ChoiceResult, ClauseResult, SequenceReport, VerifyResult } from '../verify/result.ts'
import { acceptedBy, reasonText } from './known.ts'
import { kindText, repetitionText, traceText } from './trace-text.ts'

/** A clause or a choice as a test case. */
export interface TestCase {
  readonly suite: 'clauses' | 'choices'
  readonly id: ClauseId | ChoiceId
  readonly name: string
  /** The verdict, such as `not judged`; `known` where a baseline accepts it. */
  readonly verdict: string
  readonly failure?: string | undefined
  readonly skipped?: string | undefined
  readonly note?: string | undefined
}

type Named = Pick<TestCase, 'suite' | 'id' | 'name'>

/** The names of all test cases. */
export const testNames: readonly Named[] = [
  ...clauseIds.map((id): Named => ({ suite: 'clauses', id, name: `${id}: ${clauses[id].statement}` })),
  ...choiceIds.map((id): Named => ({ suite: 'choices', id, name: id })),
]

export function testCasesOf(result: VerifyResult): TestCase[] {
  const cases = [
    ...result.clauses.map((clause) => clauseCase(clause, result.sequences?.failure)),
    ...result.choices.map(choiceCase),
  ]
  return cases.map((each) => {
    const entry = acceptedBy(result, each.id)
    // A known failure is skipped.
    if (each.failure === undefined || entry === undefined) return each
    const skipped = `known: ${reasonText(entry)}`
    return { ...each, verdict: 'known', failure: undefined, skipped, note: each.failure }
  })
}

function clauseCase(
  { clause, verdict, observations, shownBy, findings, more, reason }: ClauseResult,
  sequence: SequenceReport | undefined,
): TestCase {
  const found = findings.map(({ shownBy, about, expected, actual }) => {
    const lines = [`${shownBy}: ${about}`, `expected: ${expected}`, `actual: ${actual}`]
    if (sequence && shownBy === sequenceName(sequence.path))
      lines.push(kindText(sequence), traceText(sequence), repetitionText(sequence))
    return lines.join('\n')
  })
  if (more !== undefined) found.push(`and ${more.toLocaleString('en')} more`)
  return {
    suite: 'clauses',
    id: clause,
    name: `${clause}: ${clauses[clause].statement}`,
    verdict,
    failure: verdict === 'broken' ? found.join('\n\n') : undefined,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: shownBy.length > 0 ? `shown by: ${shownBy.join(', ')}; observations: ${observations}` : undefined,
  }
}

function choiceCase({ choice, verdict, expected, actual, reason }: ChoiceResult): TestCase {
  const difference = `profile: ${stringifyJson(expected)}; ${reason ?? `provider: ${stringifyJson(actual)}`}`
  return {
    suite: 'choices',
    id: choice,
    name: choice,
    verdict,
    failure: verdict === 'differs' ? difference : undefined,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: verdict === 'observed' ? `observed: ${stringifyJson(actual)}` : undefined,
  }
}
