import { stringifyJson } from '../../src/json.ts'
import { clauses } from '../clauses.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from '../verify/result.ts'
import { headline } from './text-report.ts'

interface TestCase {
  readonly name: string
  readonly failure?: string | undefined
  readonly skipped?: string | undefined
  readonly note?: string | undefined
}

/**
 * A verification as JUnit XML: a case for each clause and each choice; what could not be judged at all is an error of
 * the suite.
 */
export function junitReport(result: VerifyResult): string {
  const suites = [
    suite('clauses', result.clauses.map(clauseCase), result),
    suite('choices', result.choices.map(choiceCase), result),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="posts-understudy">\n${suites.join('\n')}\n</testsuites>\n`
}

function clauseCase({ clause, verdict, findings, reason }: ClauseResult): TestCase {
  const found = findings.map(
    ({ shownBy, about, expected, actual }) =>
      `${shownBy}: ${about}\nexpected: ${expected}\nactual: ${actual}`,
  )
  const name = `${clause}: ${clauses[clause].statement}`
  return {
    name,
    failure: verdict === 'broken' ? found.join('\n\n') : undefined,
    skipped: verdict === 'not judged' ? reason : undefined,
  }
}

function choiceCase({ choice, verdict, expected, actual, reason }: ChoiceResult): TestCase {
  const difference = `the profile says ${stringifyJson(expected)}, the provider ${stringifyJson(actual)}`
  return {
    name: choice,
    failure: verdict === 'differs' ? difference : undefined,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: verdict === 'observed' ? `observed: ${stringifyJson(actual)}` : undefined,
  }
}

function suite(name: string, cases: readonly TestCase[], result: VerifyResult): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter((each) => each.skipped !== undefined).length
  const error =
    result.verdict === 'not judged' ? `    <system-err>${escapeXml(headline(result))}</system-err>\n` : ''
  const time = (result.duration / 1000).toFixed(3)
  const head = `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="${error === '' ? 0 : 1}" skipped="${skipped}" time="${time}">`
  return `${head}\n${cases.map((each) => testCase(name, each)).join('\n')}\n${error}  </testsuite>`
}

function testCase(suiteName: string, { name, failure, skipped, note }: TestCase): string {
  const open = `    <testcase classname="posts-understudy.${suiteName}" name="${escapeXml(name)}"`
  if (failure !== undefined)
    return `${open}><failure message="${escapeXml(failure.split('\n')[0] ?? '')}">${escapeXml(failure)}</failure></testcase>`
  if (skipped !== undefined) return `${open}><skipped message="${escapeXml(skipped)}"/></testcase>`
  return note === undefined ? `${open}/>` : `${open}><system-out>${escapeXml(note)}</system-out></testcase>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"\n]/g, (character) => entities[character] ?? character)
}
