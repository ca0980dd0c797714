import { expect, test } from 'vitest'
import { jsonReport } from '../../../contracts/report/verify-reports.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { choiceIds } from '../../../handlers/choices.ts'
import { jsonFaults } from '../../support/report-schemas.ts'
import { brokenResult, differingResult, exchange, findingOf, stale, verifyResult } from './verify-result.ts'

const long = 'x'.repeat(70_000)
const broken = brokenResult('list.all')
const long8 = Array.from({ length: 8 }, () => exchange('POST /posts?a=1', 201, long, long))

const results: readonly (readonly [string, VerifyResult])[] = [
  ['all held', verifyResult()],
  ['a clause broken', broken],
  ['long texts', brokenResult('create.adds', { exchanges: long8, repeat: long })],
  ['concurrent requests', brokenResult('read.ok', stale)],
  ['choices that differ', differingResult({ 'create.status': 200, 'input.max-bytes': 2n ** 60n })],
  ['nothing judged', verifyResult({ verdict: 'not judged', exitCode: 3, failureReason: 'Nothing listens.' })],
]

test.each(results)('JSON follows its published schema: %s', (_name, result) => {
  expect(jsonFaults(JSON.parse(jsonReport(result)))).toEqual([])
})

test('is at most a megabyte and has every choice, with 60 long exchanges in each of 30 findings', () => {
  const exchanges = Array(60).fill(exchange('POST /posts', 201, long, long))
  const finding = findingOf('list.all', { exchanges })
  const clauses = broken.clauses.map((each) => ({
    ...each,
    findings: each.findings.length > 0 ? Array(30).fill(finding) : [],
  }))
  const notes = Array.from({ length: 100_000 }, (_, at) => `note ${at}`)
  const report = jsonReport({ ...broken, clauses, notes })
  expect(Buffer.byteLength(report)).toBeLessThanOrEqual(1_000_000)
  expect(JSON.parse(report).choices).toHaveLength(choiceIds.length)
})

test('what is cut says how long it was', () => {
  expect(jsonReport(brokenResult('create.adds', { actual: long }))).toMatch(/x… \(70,000 characters\) …x/)
})
