import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { brokenResult, verifyResult } from './verify-result.ts'

const hostile = `<b a="1">Tom & Jerry's</b> ]]> 😀 <!-- é --> &amp; 007`
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
})

test('brings any text through an XML reader as it is', () => {
  const xml = junitReport(brokenResult('list.all', { about: hostile, expected: '1', actual: '2' }))
  expect(XMLValidator.validate(xml)).toBe(true)
  const [clauses] = parser.parse(xml).testsuites.testsuite
  expect(clauses).toMatchObject({ '@failures': '1', '@skipped': '0', '@time': '1.234' })
  const failed = clauses.testcase.find(({ failure }: { failure?: unknown }) => failure !== undefined)
  expect(failed.failure['@message']).toBe(hostile)
  expect(failed.failure['#text']).toMatch(/\n- expected 1\n\+ actual {3}2\n/)
})

test('writes out what XML has no place for', () => {
  const xml = junitReport(brokenResult('list.all', { about: 'a\u0000b\ud800c\u001bd' }))
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(xml).toContain('a\\u{0}b\\u{d800}c\\u{1b}d')
})

test('a service that could not be judged is one error, and what was not judged is skipped', () => {
  const result = verifyResult({ verdict: 'not judged', exitCode: 3, failureReason: 'Nothing listens.' })
  const clauses = result.clauses.map((each) => ({ ...each, verdict: 'not judged' as const, reason: hostile }))
  const [suite, another] = parser.parse(junitReport({ ...result, clauses })).testsuites.testsuite
  expect(suite).toMatchObject({ '@errors': '1', '@skipped': String(suite['@tests'] - 1) })
  expect(another['@errors']).toBe('0')
  expect(suite.testcase[0].error['@message']).toBe('Nothing listens.')
  expect(suite.testcase[1].skipped['@message']).toBe(hostile)
  expect(suite['system-err']).toContain('Nothing listens.')
})
