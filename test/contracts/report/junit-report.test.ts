import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { verifyResult } from '../../support/verify-result.ts'

const hostile = `<b a="1">Tom & Jerry's</b> ]]> 😀 <!-- é --> &amp; 007`

function resultWith(text: string): VerifyResult {
  const finding = {
    clause: 'read.ok',
    observations: 3,
    shownBy: 'read/plain',
    about: text,
    expected: '1',
    actual: '2',
  } as const
  return verifyResult({
    verdict: 'broken',
    exitCode: 1,
    mode: { readOnly: false, without: [], accepted: [] },
    clauses: [
      {
        clause: 'read.ok',
        observations: 3,
        verdict: 'broken',
        findings: [{ ...finding, exchanges: [] }],
      },
      {
        clause: 'read.missing',
        observations: 0,
        verdict: 'not judged',
        findings: [],
        reason: text,
      },
    ],
  })
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
})

test('brings any text through an XML reader as it is', () => {
  const xml = junitReport(resultWith(hostile))
  expect(XMLValidator.validate(xml)).toBe(true)
  const [clauses] = parser.parse(xml).testsuites.testsuite
  expect(clauses).toMatchObject({ '@tests': '2', '@failures': '1', '@skipped': '1', '@time': '1.234' })
  const [failed, skipped] = clauses.testcase
  expect(failed.failure['#text']).toBe(`read/plain: ${hostile}\nexpected: 1\nactual: 2`)
  expect(skipped.skipped['@message']).toBe(hostile)
})

test('writes out what XML has no place for', () => {
  const xml = junitReport(resultWith('a\u0000b\ud800c\u001bd'))
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(xml).toContain('a\\u{0}b\\u{d800}c\\u{1b}d')
})
