import type { ChoiceId } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type ClauseId, clauses } from '../spec/clauses.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from '../verify/result.ts'
import { kindText, sequenceOf, traceLines } from './cause.ts'
import { acceptedBy } from './known.ts'

/** A clause or a choice as a test case. */
export interface TestCase {
  readonly suite: 'clauses' | 'choices'
  readonly id: ClauseId | ChoiceId
  readonly name: string
  readonly failure?: string | undefined
  readonly skipped?: string | undefined
  readonly note?: string | undefined
}

export function testCasesOf(result: VerifyResult): TestCase[] {
  const cases = [
    ...result.clauses.map((clause) => clauseCase(clause, result)),
    ...result.choices.map(choiceCase),
  ]
  return cases.map((each) => {
    const entry = acceptedBy(result, each.id)
    // A known failure is skipped.
    if (each.failure === undefined || entry === undefined) return each
    return { ...each, failure: undefined, skipped: `known: ${entry}`, note: each.failure }
  })
}

function clauseCase(
  { clause, verdict, observations, findings, more, reason }: ClauseResult,
  result: VerifyResult,
): TestCase {
  const found = findings.map((finding) => {
    const { shownBy, about, expected, actual } = finding
    const lines = [`${shownBy}: ${about}`, `expected: ${expected}`, `actual: ${actual}`]
    const sequence = sequenceOf(finding, result)
    if (!sequence) return lines.join('\n')
    const trace = traceLines(sequence, 64).map(({ label, text }) => `  ${label.text} ${text}`)
    return [...lines, kindText(sequence), ...trace, ...sequence.script, sequence.replay].join('\n')
  })
  const rest = more === undefined ? [] : [`and ${more.toLocaleString('en')} more`]
  return {
    suite: 'clauses',
    id: clause,
    name: `${clause}: ${clauses[clause].statement}`,
    failure: verdict === 'broken' ? [...found, ...rest].join('\n\n') : undefined,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: observations > 0 ? `observations: ${observations}` : undefined,
  }
}

function choiceCase({ choice, verdict, expected, actual, reason }: ChoiceResult): TestCase {
  const difference = `profile: ${stringifyJson(expected)}; ${reason ?? `provider: ${stringifyJson(actual)}`}`
  return {
    suite: 'choices',
    id: choice,
    name: choice,
    failure: verdict === 'differs' ? difference : undefined,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: verdict === 'observed' ? `observed: ${stringifyJson(actual)}` : undefined,
  }
}
