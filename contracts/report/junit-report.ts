import XmlBuilder from 'fast-xml-builder'
import { visibleData } from '../../handlers/model/visible.ts'
import { lossText } from '../custody/foreign-posts.ts'
import type { VerifyResult } from '../verify/result.ts'
import type { Judged } from './block.ts'
import { noteBlocks } from './run-sections.ts'
import { consoleText } from './text-report.ts'
import { truncated } from './truncate.ts'
import { judgedIn, verdictSection } from './verify-view.ts'

const xml = new XmlBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
})

const unwrapped = { width: Number.MAX_SAFE_INTEGER }

/**
 * A verification as JUnit XML: a test case for each clause and each choice; a provider that could not be judged is an
 * error of the first suite.
 */
export function junitReport(result: VerifyResult): string {
  // XML 1.0 cannot contain what is made visible, even escaped.
  return truncated(visibleData(result), build)
}

function build(result: VerifyResult): string {
  const suites = Object.entries(judgedIn(result)).filter(([, judged]) => judged.length > 0)
  return xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'posts-understudy',
      testsuite: suites.map(([name, judged], at) =>
        suite(name, [...(at === 0 ? errorsOf(result) : []), ...judged.map(testCase)], result),
      ),
    },
  })
}

/** The element of a clause, a choice or a client, in which is one element at most. */
type TestCase = Readonly<Record<string, unknown>>

/** A failure that was accepted before the run is skipped. */
function testCase({ id, statement, verdict, fact, evidence, isAccepted }: Judged): TestCase {
  const name = { '@name': statement === undefined ? id : `${id}: ${statement}` }
  const [message = ''] = fact.split('\n')
  if (verdict === 'held') return name
  if (verdict === 'observed') return { ...name, 'system-out': `observed: ${fact}` }
  if (verdict === 'not judged') return { ...name, skipped: { '@message': message } }
  if (isAccepted) return { ...name, skipped: { '@message': `accepted: ${message}` } }
  const text = evidence ? consoleText([evidence], unwrapped) : fact
  return { ...name, failure: { '@message': message, '#text': text } }
}

/** What no clause and no choice says: tools that count test cases would not see it. */
function errorsOf({ verdict, failureReason = 'No clause was judged.', lost = [] }: VerifyResult): TestCase[] {
  const loss = { '@name': 'posts of others stay as they were', error: { '@message': lossText(lost) } }
  const end = { '@name': 'the provider can be judged', error: { '@message': failureReason } }
  return [...(lost.length > 0 ? [loss] : []), ...(verdict === 'not judged' ? [end] : [])]
}

function suite(name: string, cases: readonly TestCase[], result: VerifyResult) {
  const isJudged = result.verdict !== 'not judged'
  const countOf = (element: string) => cases.filter((each) => element in each).length
  return {
    '@name': name,
    '@tests': cases.length,
    '@failures': countOf('failure'),
    '@errors': countOf('error'),
    '@skipped': countOf('skipped'),
    '@time': (result.duration / 1000).toFixed(3),
    testcase: cases.map((each) => ({ '@classname': `posts-understudy.${name}`, ...each })),
    [isJudged ? 'system-out' : 'system-err']: consoleText(
      [verdictSection(result), { blocks: noteBlocks(result.notes, true) }],
      unwrapped,
    ),
  }
}
