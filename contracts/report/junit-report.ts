import XmlBuilder from 'fast-xml-builder'
import { mapTexts, visible } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { plain } from './block.ts'
import { fit } from './fit.ts'
import { headline, verdictLine } from './headline.ts'
import { type TestCase, testCasesOf } from './test-cases.ts'

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
  const cases = Object.entries(Object.groupBy(testCasesOf(result), (each) => each.suite))
  return xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'posts-understudy',
      testsuite: cases.map(([name, some]) => suite(name, some, result)),
    },
  })
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
