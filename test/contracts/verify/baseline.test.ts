import { expect, test } from 'vitest'
import { htmlReport } from '../../../contracts/report/html-report.ts'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { textReport } from '../../../contracts/report/text-report.ts'
import { sequenceName } from '../../../contracts/run/trace.ts'
import {
  type Baseline,
  baselineFileText,
  readBaseline,
  updatedBaseline,
  withBaseline,
} from '../../../contracts/verify/baseline.ts'
import { brokenResult, differingResult, findingOf, verifyResult } from '../../support/verify-result.ts'

const today = '2026-11-22'
const broken = brokenResult('list.all', { about: 'post 8 is not in the list' })
const known = { clause: 'list.all', cause: 'post # is not in the list', reason: 'Paged since 2019.' } as const

const against = (result = broken, ...entries: Baseline['known']) =>
  withBaseline(result, { known: entries }, today)

test('a fault that is known does not fail, whatever id it shows with', () => {
  expect(against(broken, known)).toMatchObject({
    verdict: 'broken',
    exitCode: 0,
    baseline: { known: [known], new: [] },
  })
  expect(against(brokenResult('list.all', { about: 'post 412 is not in the list' }), known).exitCode).toBe(0)
})

test('another cause of the same clause is new and fails, and the known one beside it stays known', () => {
  const clauses = broken.clauses.map((each) =>
    each.verdict === 'broken'
      ? { ...each, findings: [...each.findings, findingOf('list.all', { about: 'post 8 is listed twice' })] }
      : each,
  )
  expect(against({ ...broken, clauses }, known)).toMatchObject({
    exitCode: 1,
    baseline: { known: [known], new: [{ clause: 'list.all', cause: 'post # is listed twice' }] },
  })
})

test('an entry without a cause stands for every one of its clause', () => {
  expect(against(broken, { clause: 'list.all', reason: 'Paged.' }).exitCode).toBe(0)
})

test('what a sequence shows of a known clause is not new: with another seed it is another thing', () => {
  const path = '3:0-2'
  const clauses = broken.clauses.map((each) =>
    each.verdict === 'broken'
      ? {
          ...each,
          findings: [
            ...each.findings,
            findingOf('list.all', { about: 'a text', shownBy: sequenceName(path) }),
          ],
        }
      : each,
  )
  const failure = {
    path,
    kind: 'deterministic',
    runs: 2,
    shown: 2,
    trace: [],
    script: [],
    replay: '',
  } as const
  const counts = { seed: 1, sequences: 1, steps: 1, requests: 1, looks: 1, atOnce: 1, duration: 1 }
  const sequences = { ...counts, failure }
  expect(against({ ...broken, clauses, sequences }, known).exitCode).toBe(0)
})

test('an entry fails again after its last day', () => {
  expect(against(broken, { ...known, until: today }).exitCode).toBe(0)
  const expired = { ...known, until: '2026-11-21' }
  expect(against(broken, expired)).toMatchObject({
    exitCode: 1,
    baseline: { expired: [expired], known: [], new: [] },
  })
})

test('a choice is known with the answer that is accepted, and new with another', () => {
  const entry = { choice: 'create.status', answer: 200, reason: 'Old framework.' } as const
  expect(against(differingResult({ 'create.status': 200 }), entry).exitCode).toBe(0)
  expect(against(differingResult({ 'create.status': 202 }), entry)).toMatchObject({
    exitCode: 1,
    baseline: { new: [{ choice: 'create.status', answer: 202 }], fixed: [] },
  })
})

test('what holds now is fixed, and what was not judged is not', () => {
  expect(against(verifyResult(), known)).toMatchObject({ exitCode: 0, baseline: { fixed: [known] } })
  const clauses = verifyResult().clauses.map((each) => ({ ...each, verdict: 'not judged' as const }))
  expect(against(verifyResult({ clauses }), known).baseline?.fixed).toEqual([])
})

test('a run that came to no end is not judged, although all that it found is known', () => {
  const result = against({ ...broken, failureReason: 'It was stopped.' }, known)
  expect(result).toMatchObject({ exitCode: 3, failureReason: expect.stringContaining('--read-only') })
})

test('an update adds what is new, keeps reasons and dates, and removes what is fixed', () => {
  const before = {
    known: [
      { ...known, until: '2027-01-31' },
      { clause: 'read.ok', reason: 'Gone.' },
    ],
  } as const
  const { choices } = differingResult({ 'create.status': 200 })
  const after = updatedBaseline({ ...broken, choices }, before)
  expect(after.known).toMatchObject([
    before.known[0],
    { choice: 'create.status', answer: 200, reason: /explained/ },
  ])
  expect(withBaseline({ ...broken, choices }, after, today).exitCode).toBe(0)
})

test('a file that is written reads as it was, ids and answers exact', () => {
  const baseline = updatedBaseline(
    { ...broken, ...differingResult({ 'input.max-bytes': 2n ** 60n }) },
    undefined,
  )
  expect(readBaseline(baselineFileText(baseline), '--baseline a.json')).toEqual(baseline)
})

test.each([
  ['{ "known": [\n  { "clause": "list.all", "reason": "x" },,\n] }', 'it is not valid JSON: '],
  ['{ "known": [', 'it is not valid JSON: '],
  ['[]', 'must be an object with a list "known"'],
  ['{ "known": ["list.all"] }', 'known[0] must be an object'],
  [
    '{ "known": [{ "clause": "list.all", "reason": "a, [b" }, { "clause": "list.al", "reason": "x" }] }',
    'known[1].clause must be one of ',
  ],
  ['{ "known": [{ "choice": "x.y", "reason": "x" }] }', 'known[0].choice must be the id of a choice'],
  ['{ "known": [{ "clause": "list.all" }] }', 'known[0].reason must say why'],
  ['{ "known": [{ "clause": "list.all", "reason": " " }] }', 'known[0].reason must say why'],
  [
    '{ "known": [{ "clause": "list.all", "choice": "create.status", "reason": "x" }] }',
    'known[0] must have a "clause" or a "choice"',
  ],
  [
    '{ "known": [{ "clause": "list.all", "reason": "x", "until": "2026-02-31" }] }',
    'known[0].until must be a day',
  ],
])('a bad file is refused, with the place that is wrong: %j', (text, fact) => {
  expect(() => readBaseline(text, '--baseline a.json')).toThrow(`Failed to read --baseline a.json: ${fact}`)
})

test('reports fold what is known, say KNOWN first and name what is new and fixed', () => {
  const text = textReport(against(broken, known, { clause: 'read.ok', reason: 'Gone.' }), { width: 200 })
  expect(text).toMatch(/^KNOWN {2}http.* breaks list\.all/)
  expect(text).toContain('list.all  known: Post 8 is not in the list. Paged since 2019.')
  expect(text).toContain('Baseline: 1 known, 1 fixed (read.ok). --update-baseline removes fixed entries.')
  expect(text).not.toContain('repeat curl')
  const facts = { at: 0, by: 'posts-understudy' }
  expect(htmlReport(against(broken, known), facts)).toContain('Baseline: 1 known.')
  expect(junitReport(against(broken, known))).toContain('failures="0"')
  expect(textReport(against(broken))).toContain('Baseline: 1 new (list.all), 0 known.')
})
