import { describe, expect, test } from 'vitest'
import { attribute, brokenByReply, type Symptom } from '../../../contracts/judge/attribution.ts'
import type { History, PastWrite } from '../../../contracts/model/write-log.ts'
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

type Case = readonly [about: string, facts: Partial<Symptom>, ...clauses: ClauseId[]]

/** Symptoms of one kind at post 1, with the clauses that are attributed first. */
function attributes(kind: Symptom['kind'], clause: ClauseId, cases: readonly Case[]): void {
  test.each(cases.map(([about, facts, ...clauses]) => ({ about, facts, clauses })))(
    '$about: $clauses',
    ({ facts, clauses }) => {
      const attributed = attribute({ clause, post: 1, views: both, ...facts, kind })
      expect(attributed.slice(0, clauses.length)).toEqual(clauses)
      expect(new Set(attributed).size).toBe(attributed.length)
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

describe('a write that is repeated', () => {
  const again = since(write('PUT'), write('PUT', { isAgain: true }))
  const toDeleted = since(other('DELETE', { isThere: false }))
  const all = (history: History) =>
    attribute({ kind: 'wrong post', clause: 'list.all', post: 1, views: both, history })

  test('may break its idempotence', () => expect(all(again)).toContain('replace.idempotent'))
  test('may break it at a deleted post', () => expect(all(toDeleted)).toContain('delete.idempotent'))
  test('breaks none where it is not repeated', () => {
    expect(all(since(write('PUT'), write('PUT')))).not.toContain('replace.idempotent')
    expect(all(since(other('POST', { isAgain: true })))).not.toContain('create.idempotent')
  })
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

describe('a post that is wrong after the write just checked', () => {
  const [replaced, again] = [target('replace.whole'), target('replace.idempotent')]
  const history = since(other('PUT'))
  attributes('wrong post', 'list.all', [
    ['the write was to it', { history, target: replaced }, 'replace.whole', 'others.untouched'],
    ['the write was to another', { history, target: target('replace.whole', 2) }, 'others.untouched'],
    [
      'a write to another was repeated',
      { history, target: target('delete.idempotent', 2) },
      'delete.idempotent',
    ],
    ['only the list is wrong', { views: list, history, target: again }, 'list.all'],
    [
      'only the read is wrong',
      { views: read, history: since(write('PUT')), target: again },
      'replace.idempotent',
    ],
    ['only reads were ever wrong', { views: read, history: sinceCreate(), target: replaced }, 'read.ok'],
    [
      'the texts went elsewhere',
      { history, target: replaced, isElsewhere: true },
      'replace.same-id',
      'replace.whole',
    ],
    [
      'another has the texts of the replace',
      { history, target: target('replace.whole', 2), isElsewhere: true },
      'replace.same-id',
      'others.untouched',
    ],
    [
      'the texts went elsewhere before',
      { history: since(write('PUT')), isElsewhere: true },
      'replace.same-id',
    ],
    ['a create is not a replace', { history: sinceCreate(), isElsewhere: true }, 'create.adds'],
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

describe('a deleted post that is listed', () => {
  const history = since(other('POST'))
  const again = target('delete.idempotent')
  attributes('deleted post', 'list.all', [
    ['was not removed', { history }, 'delete.removes', 'create.adds'],
    ['is only listed', { views: list, history }, 'delete.removes', 'list.all', 'create.adds'],
    ['is back after its repeated delete', { history, target: again }, 'delete.idempotent', 'delete.removes'],
    ['is back after that of another', { history, target: { ...again, id: 2 } }, 'delete.removes'],
    ['has the texts of another', { history, isTwin: true }, 'others.untouched', 'delete.removes'],
  ])
})

describe('what a reply breaks itself', () => {
  const post = '{"id":1,"title":"a","content":"b"}'
  const gives = (method: string, path: string, status: number, body: string, garbled?: string) =>
    brokenByReply({
      request: { method, path, headers: {} },
      reply: { status, headers: {}, body, ...(garbled === undefined ? {} : { garbled }) },
    })
  test.each([
    ['GET', '/posts/1', 200, post, []],
    ['GET', '/posts/1', 404, '', []],
    ['GET', '/posts/1', 500, '', ['list.ok', 'read.ok']],
    ['GET', '/posts/1', 400, '{}', ['read.ok']],
    ['GET', '/posts/1', 200, '{"title":"a"}', ['post.shape']],
    ['GET', '/posts/1', 200, '{}', ['read.ok']],
    ['GET', '/posts/1', 200, '{', ['wire.json']],
    ['GET', '/posts', 200, `[${post}]`, []],
    ['GET', '/posts?page=2', 200, '{}', ['list.ok']],
    ['GET', '/posts', 200, '[1]', ['list.ok']],
    ['GET', '/posts', 200, '[{}]', ['post.shape']],
    ['GET', '/posts', 206, `[${post}]`, ['list.ok']],
    ['POST', '/posts', 400, '', []],
    ['POST', '/posts', 201, '{', []],
  ] as const)('%s %s with status %i and %j', (method, path, status, body, clauses) => {
    expect(gives(method, path, status, body)).toEqual(clauses)
  })
  test('a write that fails once may fail at any request', () => {
    expect(gives('PUT', '/posts/1', 500, '')).toEqual(
      expect.arrayContaining(['create.adds', 'replace.whole', 'delete.removes']),
    )
  })
  test('a text that is not in its encoding', () => {
    expect(gives('GET', '/posts/1', 200, post, 'UTF-8')).toEqual(['wire.json'])
  })
})
