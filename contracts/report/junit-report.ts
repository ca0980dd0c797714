import XmlBuilder from 'fast-xml-builder'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import { clauses } from '../document/clauses.ts'
import { sequenceName } from '../sequences/trace.ts'
import type {
  ChoiceResult,
  ClauseResult,
  KnownDeviation,
  SequenceReport,
  VerifyResult,
} from '../verify/result.ts'
import { fit } from './fit.ts'
import { headline } from './headline.ts'
import { acceptedBy, reasonText } from './known.ts'
import { moreText } from './layout.ts'
import { kindText, repetitionText, traceText } from './trace-text.ts'

interface TestCase {
  readonly name: string
  readonly failure?: string | undefined
  readonly skipped?: string | undefined
  readonly note?: string | undefined
}

const xml = new XmlBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
})

/**
 * A verification as JUnit XML: a case for each clause and each choice; what could not be judged at all is an error of
 * the suite.
 */
export function junitReport(result: VerifyResult): string {
  return fit(visibleData(result), build)
}

function build(result: VerifyResult): string {
  return xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'posts-understudy',
      testsuite: [
        suite(
          'clauses',
          result.clauses.map((clause) =>
            accepted(clauseCase(clause, result.sequences?.failure), acceptedBy(result, clause.clause)),
          ),
          result,
        ),
        suite(
          'choices',
          result.choices.map((choice) => accepted(choiceCase(choice), acceptedBy(result, choice.choice))),
          result,
        ),
      ],
    },
  })
}

function clauseCase(
  { clause, verdict, observations, shownBy, findings, more, reason }: ClauseResult,
  failure: SequenceReport | undefined,
): TestCase {
  const found = findings.map(
    ({ shownBy, about, expected, actual }) =>
      `${shownBy}: ${about}\nexpected: ${expected}\nactual: ${actual}${failure && shownBy === sequenceName(failure.path) ? `\n${kindText(failure)}\n${traceText(failure)}\n${repetitionText(failure)}` : ''}`,
  )
  const name = `${clause}: ${clauses[clause].statement}`
  return {
    name,
    failure: verdict === 'broken' ? [...found, ...moreText(more)].join('\n\n') : undefined,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: shownBy.length > 0 ? `shown by: ${shownBy.join(', ')}; observations: ${observations}` : undefined,
  }
}

function choiceCase({ choice, verdict, expected, actual, reason }: ChoiceResult): TestCase {
  const difference = `the profile says ${stringifyJson(expected)}, ${reason ?? `the provider ${stringifyJson(actual)}`}`
  return {
    name: choice,
    failure: verdict === 'differs' ? difference : undefined,
    skipped: verdict === 'not judged' ? reason : undefined,
    note: verdict === 'observed' ? `observed: ${stringifyJson(actual)}` : undefined,
  }
}

/** A failure that a baseline accepts is one that was left out. */
function accepted(test: TestCase, entry: KnownDeviation | undefined): TestCase {
  if (test.failure === undefined || entry === undefined) return test
  return { ...test, failure: undefined, skipped: `known: ${reasonText(entry)}`, note: test.failure }
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
    properties: {
      property: [{ '@name': 'verdict', '@value': writable(headline(result).split('\n')[0] ?? '') }],
    },
    testcase: cases.map((each) => testCase(name, each)),
    ...(isJudged ? {} : { 'system-err': writable(headline(result)) }),
  }
}

function testCase(suiteName: string, { name, failure, skipped, note }: TestCase) {
  const [fact = ''] = (failure ?? '').split('\n')
  return {
    '@classname': `posts-understudy.${suiteName}`,
    '@name': writable(name),
    ...(failure === undefined ? {} : { failure: { '@message': writable(fact), '#text': writable(failure) } }),
    ...(skipped === undefined ? {} : { skipped: { '@message': writable(skipped) } }),
    ...(note === undefined ? {} : { 'system-out': writable(note) }),
  }
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function writable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
