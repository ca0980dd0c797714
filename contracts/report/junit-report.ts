import XmlBuilder from 'fast-xml-builder'
import { stringifyJson } from '../../handlers/model/json.ts'
import { mapTexts, visible } from '../../handlers/model/visible.ts'
import { clauses } from '../spec/clauses.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from '../verify/result.ts'
import { plain } from './block.ts'
import { kindText, sequenceOf, traceLines } from './cause.ts'
import { fit } from './fit.ts'
import { headline, verdictLine } from './headline.ts'

const xml = new XmlBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
})

/**
 * A verification as JUnit XML: a test case for each clause and each choice; a provider that could not be judged is an
 * error of the suite.
 */
export function junitReport(result: VerifyResult): string {
  return fit(result, (fitting) => build(mapTexts(fitting, (text) => writable(visible(text)))))
}

function build(result: VerifyResult): string {
  const suites = [
    suite(
      'clauses',
      result.clauses.map((clause) => clauseCase(clause, result)),
      result,
    ),
    suite(
      'choices',
      result.choices.map((choice) => choiceCase(choice, result)),
      result,
    ),
  ]
  return xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: { '@name': 'posts-understudy', testsuite: suites },
  })
}

/** A clause or a choice: what is wrong, why it was not judged or is accepted, and what was observed. */
interface TestCase {
  readonly name: string
  readonly failure?: string | undefined
  readonly skipped?: string | undefined
  readonly note?: string | undefined
}

function clauseCase(
  { clause, verdict, observations, findings, more, reason }: ClauseResult,
  result: VerifyResult,
): TestCase {
  const name = `${clause}: ${clauses[clause].statement}`
  const found = findings.map((finding) => {
    const { shownBy, about, expected, actual } = finding
    const lines = [`${shownBy}: ${about}`, `expected: ${expected}`, `actual: ${actual}`]
    const sequence = sequenceOf(finding, result)
    if (!sequence) return lines.join('\n')
    const trace = traceLines(sequence, 64).map(({ label, text }) => `  ${label.text} ${text}`)
    return [...lines, kindText(sequence), ...trace, ...sequence.script, sequence.replay].join('\n')
  })
  const rest = more === undefined ? [] : [`and ${more.toLocaleString('en')} more`]
  if (verdict === 'broken')
    return failing(name, [...found, ...rest].join('\n\n'), result.mode.accepted.includes(clause))
  return {
    name,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: observations > 0 ? `observations: ${observations}` : undefined,
  }
}

function choiceCase(
  { choice: name, verdict, expected, actual, reason }: ChoiceResult,
  result: VerifyResult,
): TestCase {
  const difference = `profile: ${stringifyJson(expected)}; ${reason ?? `provider: ${stringifyJson(actual)}`}`
  if (verdict === 'differs') return failing(name, difference, result.mode.accepted.includes(name))
  return {
    name,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: verdict === 'observed' ? `observed: ${stringifyJson(actual)}` : undefined,
  }
}

/** A failure that was accepted before the run is skipped. */
function failing(name: string, failure: string, isAccepted: boolean): TestCase {
  return isAccepted ? { name, skipped: 'accepted', note: failure } : { name, failure }
}

function suite(name: string, cases: readonly TestCase[], result: VerifyResult) {
  const isJudged = result.verdict !== 'not judged'
  return {
    '@name': name,
    '@tests': cases.length,
    '@failures': cases.filter(({ failure }) => failure !== undefined).length,
    '@errors': isJudged ? 0 : 1,
    '@skipped': cases.filter(({ skipped }) => skipped !== undefined).length,
    '@time': (result.duration / 1000).toFixed(3),
    properties: { property: [{ '@name': 'verdict', '@value': plain(verdictLine(result)) }] },
    testcase: cases.map((each) => testCase(name, each)),
    ...(isJudged ? {} : { 'system-err': headline(result) }),
  }
}

function testCase(suiteName: string, { name, failure, skipped, note }: TestCase) {
  const [fact = ''] = (failure ?? '').split('\n')
  return {
    '@classname': `posts-understudy.${suiteName}`,
    '@name': name,
    ...(failure === undefined ? {} : { failure: { '@message': fact, '#text': failure } }),
    ...(skipped === undefined ? {} : { skipped: { '@message': skipped } }),
    ...(note === undefined ? {} : { 'system-out': note }),
  }
}

/** Replaces characters that XML 1.0 cannot contain, even escaped. */
function writable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
