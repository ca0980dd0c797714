import { describe, expect, test } from 'vitest'
import { attributed, type Facts, type Kind } from '../../../contracts/judge/attribution.ts'
import type { History, PastWrite } from '../../../contracts/model/own-posts.ts'
import type { ClauseId } from '../../../contracts/spec/clauses.ts'

const both = ['list', 'read'] as const
const [list, read] = [['list'], ['read']] as const

/** A write to the post, or to another one. */
function write(method: string, facts: Partial<PastWrite> = {}): PastWrite {
  return { method, isOwn: true, isAgain: false, isThere: true, ...facts }
}

const other = (method: string, facts: Partial<PastWrite> = {}) => write(method, { isOwn: false, ...facts })
const since = (...writes: readonly PastWrite[]): History => ({ writes, isNew: false })
const sinceCreate = (...writes: readonly PastWrite[]): History => ({ ...since(...writes), isNew: true })
const target = (clause: ClauseId, id = 1) => ({ clause, id })

type Case = readonly [about: string, facts: Partial<Facts>, ...clauses: ClauseId[]]

/** Symptoms of one kind at post 1, with the clauses that are attributed first. */
function attributes(kind: Kind, clause: ClauseId, cases: readonly Case[]): void {
  test.each(cases.map(([about, facts, ...clauses]) => ({ about, facts, clauses })))(
    '$about: $clauses',
    ({ facts, clauses }) => {
      const fault = { clause, post: 1, views: both, about: '', expected: '', actual: '' }
      const { clause: likeliest, alternatives = [] } = attributed(fault, kind, facts)
      const suspects = [likeliest, ...alternatives]
      expect(suspects.slice(0, clauses.length)).toEqual(clauses)
      expect(new Set(suspects).size).toBe(suspects.length)
    },
  )
}

describe('a post that both views show wrong', () => {
  const replaced = since(write('PUT'))
  attributes('wrong post', 'list.all', [
    ['was never right', { history: sinceCreate() }, 'create.adds', 'create.assigns-id', 'safe.get'],
    ['was replaced', { history: replaced }, 'replace.whole', 'replace.same-id'],
    [
      'was replaced, then another deleted',
      { history: since(write('PUT'), other('DELETE')) },
      'replace.whole',
    ],
    ['stands after a delete', { history: since(write('DELETE')) }, 'delete.removes'],
    ['another was created', { history: since(other('POST')) }, 'others.untouched', 'create.assigns-id'],
    ['another was replaced', { history: since(other('PUT')) }, 'others.untouched', 'replace.same-id'],
    ['another was deleted', { history: since(other('DELETE')) }, 'others.untouched', 'delete.removes'],
    ['another was patched', { history: since(other('PATCH')) }, 'others.untouched', 'create.assigns-id'],
    [
      'was created, another deleted',
      { history: sinceCreate(other('DELETE')) },
      'create.adds',
      'others.untouched',
    ],
    ['nothing was written', { history: since() }, 'safe.get', 'create.assigns-id'],
    ['the latest write to it counts', { history: since(write('PUT'), write('DELETE')) }, 'delete.removes'],
  ])
})

describe('a post that one view shows wrong', () => {
  const history = since(write('PUT'))
  attributes('wrong post', 'list.all', [
    ['the list, from the start', { views: list, history: sinceCreate() }, 'list.all', 'create.assigns-id'],
    ['the read, from the start', { views: read, history: sinceCreate() }, 'read.ok', 'create.assigns-id'],
    ['the list, after a write to another', { views: list, history: since(other('PUT')) }, 'list.all'],
    ['the list, after a replace', { views: list, history }, 'replace.whole', 'replace.same-id', 'list.all'],
    ['the read, after a replace', { views: read, history }, 'replace.whole', 'replace.same-id', 'read.ok'],
  ])
})

describe('an unknown post', () => {
  const writes = [write('POST'), other('PUT')]
  attributes('unknown post', 'list.all', [
    ['is by the write that sent its text', { history: since(...writes) }, 'create.adds', 'replace.same-id'],
    [
      'is by the latest write',
      { history: since(...writes.map((each) => ({ ...each, isOwn: false }))) },
      'replace.same-id',
    ],
    ['is only listed', { views: list, history: since(write('POST')) }, 'list.all', 'create.adds'],
    ['is by a patch', { history: since(other('PATCH')) }, 'others.untouched'],
    ['comes while nothing is written', { history: since() }, 'safe.get', 'create.assigns-id', 'list.all'],
    [
      'comes after a repeated write',
      { history: since(), target: target('delete.idempotent', 2) },
      'delete.idempotent',
    ],
  ])
})
