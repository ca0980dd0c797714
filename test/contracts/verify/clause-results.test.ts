import { expect, test } from 'vitest'
import type { Finding } from '../../../contracts/judge/run-record.ts'
import type { ClauseId } from '../../../contracts/spec/clauses.ts'
import { rootCausesOf } from '../../../contracts/verify/clause-results.ts'

function finding(clause: ClauseId, ...alternatives: readonly ClauseId[]): Finding {
  return { clause, alternatives, about: '', expected: '', actual: '', shownBy: 'an example', exchanges: [] }
}

const clausesOf = (...findings: readonly Finding[]) => rootCausesOf(findings).map(({ clause }) => clause)

test('a clause that explains all findings is the only one', () => {
  const [cause, ...more] = rootCausesOf([finding('delete.removes', 'list.all'), finding('list.all')])
  expect(cause).toMatchObject({ clause: 'list.all', alsoSeenAs: [{ clause: 'delete.removes' }] })
  expect(more).toEqual([])
})

test('a finding that nothing else explains keeps its clause beside others', () => {
  expect(clausesOf(finding('delete.removes'), finding('list.all'))).toEqual(['list.all', 'delete.removes'])
})

test('a clause is never named that no finding shows first', () => {
  const found = [finding('create.adds', 'safe.get'), finding('others.untouched', 'safe.get')]
  expect(clausesOf(...found).toSorted()).toEqual(['create.adds', 'others.untouched'])
})

test('what explains two findings is named for both, and what explains the rest beside it', () => {
  const found = [
    finding('create.adds', 'others.untouched'),
    finding('delete.removes', 'others.untouched'),
    finding('others.untouched'),
    finding('wire.json'),
  ]
  expect(clausesOf(...found).toSorted()).toEqual(['others.untouched', 'wire.json'])
})

test('of two clauses that explain everything, the one that carries the other is named', () => {
  const found = [finding('others.untouched', 'safe.get'), finding('safe.get', 'others.untouched')]
  expect(clausesOf(...found)).toEqual(['safe.get'])
})

test('what explains most comes first', () => {
  const found = [finding('read.missing'), finding('others.untouched'), finding('others.untouched')]
  expect(clausesOf(...found)).toEqual(['others.untouched', 'read.missing'])
})

test('no finding has no cause', () => {
  expect(clausesOf()).toEqual([])
})
