import { expect, test } from 'vitest'
import { WriteLog } from '../../../contracts/session/write-log.ts'
import type { PostId } from '../../../handlers/model/post.ts'

const request = (method: string, path: string, body = '') => ({ method, path, headers: {}, body })

/** A log of requests, and of a look at the end. */
function logOf(...requests: readonly ReturnType<typeof request>[]): WriteLog {
  const log = new WriteLog()
  for (const each of [...requests, request('GET', '/posts')]) log.note(each)
  return log
}

/** A log of a post that was created and seen right in both views, and of requests after that. */
function logOfRight(...requests: readonly ReturnType<typeof request>[]): WriteLog {
  const log = logOf(request('POST', '/posts'))
  log.made(1)
  log.sawRight(1, 'list')
  log.sawRight(1, 'read')
  for (const each of requests) log.note(each)
  return log
}

const first = (log: WriteLog, id: PostId = 1) => log.likelyClauses(id, ['list', 'read'])[0]

test('a post that was never seen right is the fault of its create', () => {
  const log = logOf(request('DELETE', '/posts/2'), request('POST', '/posts'))
  log.made(1)
  expect(log.likelyClauses(1, ['list', 'read'])).toEqual(['create.adds', 'create.assigns-id', 'safe.get'])
})

test('what was written to others since a post was created may be to blame, too', () => {
  const log = logOf(request('POST', '/posts'))
  log.made(1)
  log.note(request('DELETE', '/posts/2'))
  expect(log.likelyClauses(1, ['list', 'read'])).toEqual(
    expect.arrayContaining(['create.adds', 'others.untouched', 'delete.removes']),
  )
})

test('a post that a read showed as it was created is the fault of what was written after that', () => {
  const log = logOf(request('POST', '/posts'))
  log.made(1)
  log.sawCreated(1)
  expect(first(log)).toBe('safe.get')
  log.note(request('DELETE', '/posts/2'))
  expect(first(log)).toBe('others.untouched')
  // The list was not read.
  expect(log.likelyClauses(1, ['list'])[0]).toBe('list.all')
  expect(log.mustBeRight(1, 'read')).toBe(false)
})

test('a post that was right before it was replaced is the fault of the replace', () => {
  expect(first(logOfRight(request('PUT', '/posts/1'), request('DELETE', '/posts/2')))).toBe('replace.whole')
})

test('a post that was right before another was written is the fault of that write', () => {
  expect(first(logOfRight(request('DELETE', '/posts/2')))).toBe('others.untouched')
})

test('a post that was right and is wrong after looking alone is the fault of looking', () => {
  expect(first(logOfRight(request('GET', '/posts')))).toBe('safe.get')
})

test('a view that shows a post wrong from the start, or after a write to another, is wrong itself', () => {
  const log = logOf(request('POST', '/posts'))
  log.made(1)
  expect([log.likelyClauses(1, ['list'])[0], log.likelyClauses(1, ['read'])[0]]).toEqual([
    'list.all',
    'read.ok',
  ])
  expect(logOfRight(request('PUT', '/posts/2')).likelyClauses(1, ['list'])[0]).toBe('list.all')
})

test('a view that showed a post right until it was replaced is the fault of the replace, or of the view', () => {
  const log = logOfRight(request('PUT', '/posts/1'))
  expect(log.likelyClauses(1, ['list'])[0]).toBe('replace.whole')
  expect(log.likelyClauses(1, ['list'])).toContain('list.all')
})

test('a request that was sent twice may be to blame for being repeated', () => {
  const again = request('PUT', '/posts/1', '{}')
  expect(logOfRight(again, again).likelyClauses(1, ['list', 'read'])).toContain('replace.idempotent')
  expect(logOfRight(again, request('PUT', '/posts/1')).likelyClauses(1, ['list', 'read'])).not.toContain(
    'replace.idempotent',
  )
})

test('a write that was refused is not to blame for a post that is gone', () => {
  const refused = request('DELETE', '/posts/1')
  const log = logOfRight(request('PUT', '/posts/2'), refused)
  expect(log.likelyClauses(1, ['list', 'read'], refused)[0]).toBe('others.untouched')
})

test('of a short sequence the latest write shows the fault, be it to another post', () => {
  const log = new WriteLog({ isShort: true })
  log.note(request('POST', '/posts'))
  log.made(1)
  log.note(request('PUT', '/posts/1'))
  expect(first(log)).toBe('replace.whole')
  log.note(request('DELETE', '/posts/2'))
  expect(first(log)).toBe('others.untouched')
})

test('a post that nobody made is in a short sequence the fault of repeating what is there twice', () => {
  const log = new WriteLog({ isShort: true })
  const replace = request('PUT', '/posts/1', 'mark-2')
  for (const each of [replace, replace]) log.note(each)
  expect(log.likelyClausesOfUnknown('mark-2').slice(0, 2)).toEqual(['replace.idempotent', 'replace.same-id'])
})

test('a request that is sent again after another to the same post is not repeated', () => {
  const [one, other] = [request('PUT', '/posts/1', '{}'), request('PUT', '/posts/1', '[]')]
  expect(logOfRight(one, other, one).likelyClauses(1, ['list', 'read'])).not.toContain('replace.idempotent')
})

test('ids beyond 2^53 are told apart', () => {
  const log = logOf(request('POST', '/posts'))
  log.sawRight(9007199254740993n, 'read')
  log.note(request('PUT', '/posts/9007199254740992'))
  expect(first(log, 9007199254740993n)).toBe('others.untouched')
})

test('a post that nobody made is the fault of the write that sent its text', () => {
  const log = logOf(request('POST', '/posts', 'mark-1'), request('PUT', '/posts/1', 'mark-2'))
  expect([log.likelyClausesOfUnknown('mark-1')[0], log.likelyClausesOfUnknown('mark-2')[0]]).toEqual([
    'create.adds',
    'replace.same-id',
  ])
})

test('a post that nobody made and that comes while nothing is written is the fault of looking', () => {
  const log = logOf(request('POST', '/posts', 'mark-1'))
  log.sawListRight()
  expect(log.likelyClausesOfUnknown('mark-1')[0]).toBe('safe.get')
})

test('what was written after a look had left may be what it did not show yet', () => {
  const log = logOf(request('POST', '/posts'))
  log.made(1)
  log.note(request('PUT', '/posts/1'))
  log.sawRight(1, 'read')
  expect(first(log)).toBe('replace.whole')
})

test('what another worker writes is known, and what it saw only once it is taken over', () => {
  const log = logOf(request('POST', '/posts'))
  const worker = new WriteLog({ besides: log })
  worker.note(request('POST', '/posts'))
  worker.made(2)
  worker.note(request('GET', '/posts'))
  worker.sawRight(2, 'list')
  log.made(1)
  log.sawRight(1, 'list')
  expect(first(log)).toBe('others.untouched')
  expect(first(log, 2)).toBe('create.adds')
  log.takeOver(worker)
  expect(first(log, 2)).toBe('safe.get')
})

test('a post that was seen right must be right while nothing is written to it', () => {
  const log = logOfRight(request('PUT', '/posts/2'), request('POST', '/posts'))
  expect(log.mustBeRight(1, 'read')).toBe(true)
})

test('a post that was written since, or was not seen in this view, may take a moment', () => {
  const written = logOfRight(request('PUT', '/posts/1'))
  const unseen = logOf(request('POST', '/posts'))
  expect([written.mustBeRight(1, 'read'), unseen.mustBeRight(1, 'read')]).toEqual([false, false])
})

test('a text that the post had before shows nothing about the latest write', () => {
  const [one, other] = [
    request('PUT', '/posts/1', '{"title":"A"}'),
    request('PUT', '/posts/1', '{"title":"a"}'),
  ]
  const log = logOfRight(one, other, one, request('GET', '/posts/1'))
  log.sawRight(1, 'read')
  expect(log.mustBeRight(1, 'read')).toBe(false)
  const repeated = logOfRight(other, one, one, request('GET', '/posts/1'))
  repeated.sawRight(1, 'read')
  expect(repeated.mustBeRight(1, 'read')).toBe(true)
})

test('nor does the text that the post was created with', () => {
  const log = logOf(request('POST', '/posts', '{"title":"A"}'))
  log.made(1)
  for (const body of ['{"title":"a"}', '{"title":"A"}']) log.note(request('PUT', '/posts/1', body))
  log.note(request('GET', '/posts/1'))
  log.sawRight(1, 'read')
  expect(log.mustBeRight(1, 'read')).toBe(false)
})

test('where looks may go back in time, nothing that was seen must be seen again', () => {
  const log = new WriteLog({ isEventual: true })
  for (const each of [log, new WriteLog({ besides: log })]) {
    each.sawRight(1, 'read')
    expect(each.mustBeRight(1, 'read')).toBe(false)
  }
})
