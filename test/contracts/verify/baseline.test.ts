import { expect, test } from 'vitest'
import { htmlReport } from '../../../contracts/report/html-report.ts'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { textReport } from '../../../contracts/report/text-report.ts'
import {
  type Baseline,
  baselineFileText,
  readBaseline,
  updatedBaseline,
  withBaseline,
} from '../../../contracts/verify/baseline.ts'
import { brokenResult, differingResult, verifyResult } from '../../support/verify-result.ts'

const broken = brokenResult('list.all', { about: 'post 8 is not in the list' })
const known = { 'list.all': 'Paged since 2019.' } as const

const against = (result = broken, entries: Baseline['known'] = {}) => withBaseline(result, { known: entries })

test('a fault that is known does not fail, and one that is not fails', () => {
  expect(against(broken, known)).toMatchObject({
    verdict: 'broken',
    exitCode: 0,
    baseline: { known, new: [] },
  })
  const entries = { 'read.ok': 'Gone.' }
  expect(against(broken, entries)).toMatchObject({ exitCode: 1, baseline: { known: {}, new: ['list.all'] } })
})

test('a choice that differs is known by its id', () => {
  const differing = differingResult({ 'create.status': 202 })
  expect(against(differing, { 'create.status': 'Old framework.' }).exitCode).toBe(0)
  expect(against(differing)).toMatchObject({ exitCode: 1, baseline: { new: ['create.status'], fixed: [] } })
})

test('what holds now is fixed, and what was not judged is not', () => {
  expect(against(verifyResult(), known)).toMatchObject({ exitCode: 0, baseline: { fixed: ['list.all'] } })
  const clauses = verifyResult().clauses.map((each) => ({ ...each, verdict: 'not judged' as const }))
  expect(against(verifyResult({ clauses }), known).baseline?.fixed).toEqual([])
})

test('a run that came to no end is not judged, although all that it found is known', () => {
  const result = against({ ...broken, failureReason: 'It was stopped.' }, known)
  expect(result).toMatchObject({ exitCode: 3, failureReason: expect.stringContaining('--read-only') })
})

test('an update adds what is new, keeps reasons, and removes what is fixed', () => {
  const { choices } = differingResult({ 'create.status': 200 })
  const after = updatedBaseline({ ...broken, choices }, { known: { ...known, 'read.ok': 'Gone.' } })
  expect(after.known).toEqual({ ...known, 'create.status': expect.stringMatching(/explained/) })
  expect(withBaseline({ ...broken, choices }, after).exitCode).toBe(0)
})

test('a file that is written reads as it was', () => {
  const baseline = updatedBaseline({ ...broken, ...differingResult({ 'create.status': 200 }) })
  expect(readBaseline(baselineFileText(baseline), '--baseline a.json')).toEqual(baseline)
})

test.each([
  ['{ "known": {', 'it is not valid JSON: '],
  ['[]', 'must be an object with "known"'],
  ['{ "known": ["list.all"] }', 'known must be an object'],
  ['{ "known": { "list.al": "x" } }', 'known["list.al"] is neither'],
  ['{ "known": { "list.all": " " } }', 'known["list.all"] must say why'],
])('a bad file is refused, with the place that is wrong: %j', (text, fact) => {
  expect(() => readBaseline(text, '--baseline a.json')).toThrow(`Failed to read --baseline a.json: ${fact}`)
})

test('reports fold what is known, say KNOWN first and name what is new and fixed', () => {
  const text = textReport(against(broken, { ...known, 'read.ok': 'Gone.' }), { width: 200 })
  expect(text).toMatch(/^KNOWN {2}http.* breaks list\.all/)
  expect(text).toContain('list.all  known: Post 8 is not in the list. Paged since 2019.')
  expect(text).toContain('Baseline: 1 known, 1 fixed (read.ok). --update-baseline removes fixed entries.')
  expect(text).not.toContain('repeat curl')
  const facts = { at: 0, by: 'posts-understudy' }
  expect(htmlReport(against(broken, known), facts)).toContain('Baseline: 1 known.')
  expect(junitReport(against(broken, known))).toContain('failures="0"')
  expect(textReport(against(broken))).toContain('Baseline: 1 new (list.all), 0 known.')
})
