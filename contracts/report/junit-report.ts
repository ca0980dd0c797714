import XmlBuilder from 'fast-xml-builder'
import type { ChoiceId } from '../../handlers/choices.ts'
import { mapTexts, visible } from '../../handlers/model/visible.ts'
import type { ClientFit } from '../client/fit.ts'
import { type ClauseId, clauses } from '../spec/clauses.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from '../verify/result.ts'
import { causeSection } from './cause.ts'
import { breakText } from './client-fit.ts'
import { fit } from './fit.ts'
import { answerText, changeText } from './text.ts'
import { consoleText } from './text-report.ts'
import { verdictSection } from './verdict.ts'

const xml = new XmlBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
})

const unwrapped = { width: Number.MAX_SAFE_INTEGER }

/**
 * A verification as JUnit XML: a test case for each clause and each choice; a provider that could not be judged is an
 * error of the suite.
 */
export function junitReport(result: VerifyResult): string {
  return fit(result, (fitting) => build(mapTexts(fitting, writable)))
}

/** Replaces characters that XML 1.0 cannot contain, even escaped. */
function writable(text: string): string {
  return visible(text).replaceAll(/[\ufffe\uffff]/g, '\ufffd')
}

function build(result: VerifyResult): string {
  const clauseCases = result.clauses.map((clause) => clauseCase(clause, result))
  const choiceCases = result.choices.map((choice) => choiceCase(choice, result))
  const clientCases = (result.clients ?? []).map((each) => clientCase(each, result))
  const testsuite = [
    suite('clauses', clauseCases, result),
    suite('choices', choiceCases, result),
    ...(clientCases.length > 0 ? [suite('clients', clientCases, result)] : []),
  ]
  return xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: { '@name': 'posts-understudy', testsuite },
  })
}

/** The element of a clause or a choice. */
interface TestCase {
  readonly '@name': string
  readonly failure?: { readonly '@message': string; readonly '#text': string }
  readonly skipped?: { readonly '@message': string }
  readonly 'system-out'?: string
}

function clauseCase(clause: ClauseResult, result: VerifyResult): TestCase {
  const { clause: id, verdict, observations, findings, reason = '' } = clause
  const name = { '@name': `${id}: ${clauses[id].statement}` }
  if (verdict === 'not judged') return { ...name, skipped: { '@message': reason } }
  if (verdict === 'held') return { ...name, 'system-out': `observations: ${observations}` }
  const evidence = consoleText([causeSection(clause, result, true)], unwrapped)
  return { ...name, ...failing(id, findings[0]?.about ?? '', evidence, result) }
}

function choiceCase(choice: ChoiceResult, result: VerifyResult): TestCase {
  const { choice: id, verdict, expected, actual, reason = '' } = choice
  const name = { '@name': id }
  if (verdict === 'not judged') return { ...name, skipped: { '@message': reason } }
  if (verdict === 'observed') return { ...name, 'system-out': `observed: ${answerText(actual)}` }
  if (verdict === 'held') return name
  const fact = `profile -> provider: ${changeText(expected, actual, reason)}`
  return { ...name, ...failing(id, fact, fact, result) }
}

function clientCase({ client, breaks }: ClientFit, result: VerifyResult): TestCase {
  const name = { '@name': client }
  const texts = breaks.map(breakText)
  const [fact] = texts
  if (fact === undefined) return name
  return result.exitCode === 0
    ? { ...name, skipped: { '@message': `accepted: ${fact}` } }
    : { ...name, failure: { '@message': fact, '#text': texts.join('\n') } }
}

/** A failure that was accepted before the run is skipped. */
function failing(id: ClauseId | ChoiceId, fact: string, evidence: string, { mode }: VerifyResult) {
  return mode.accepted.includes(id)
    ? { skipped: { '@message': `accepted: ${fact}` } }
    : { failure: { '@message': fact, '#text': evidence } }
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
    testcase: cases.map((each) => ({ '@classname': `posts-understudy.${name}`, ...each })),
    [isJudged ? 'system-out' : 'system-err']: consoleText([verdictSection(result)], unwrapped),
  }
}
