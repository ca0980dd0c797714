import { expect, test } from 'vitest'
import { type View, WriteLog } from '../../../contracts/model/write-log.ts'
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

/** The methods of the writes since both views showed a post right, those to the post in capitals. */
function methodsSince(log: WriteLog, id: PostId = 1, views: readonly View[] = ['list', 'read']): string[] {
  return log.since(id, views).writes.map(({ method, isOwn }) => (isOwn ? method : method.toLowerCase()))
}

test('what was written before a post was made does not count', () => {
  const log = logOf(request('DELETE', '/posts/2'), request('POST', '/posts'))
  log.made(1)
  log.note(request('DELETE', '/posts/3'))
  expect(methodsSince(log)).toEqual(['delete'])
  expect(log.since(1, ['list', 'read']).isNew).toBe(true)
})

test('what was written before a read showed the new post counts for the list alone', () => {
  const log = logOf(request('POST', '/posts'))
  log.made(1)
  log.note(request('PUT', '/posts/1'))
  log.note(request('GET', '/posts/1'))
  log.sawCreated(1)
  log.note(request('DELETE', '/posts/2'))
  expect(methodsSince(log)).toEqual(['delete'])
  expect(log.since(1, ['list', 'read']).isNew).toBe(false)
  expect(methodsSince(log, 1, ['list'])).toEqual(['PUT', 'delete'])
  expect(log.since(1, ['list']).isNew).toBe(true)
  expect(log.mustBeRight(1, 'read')).toBe(false)
})

test('what was written since a post was right is its writes and those of others', () => {
  const log = logOfRight(request('PUT', '/posts/1'), request('DELETE', '/posts/2'), request('GET', '/posts'))
  expect(methodsSince(log)).toEqual(['PUT', 'delete'])
  expect(methodsSince(logOfRight(request('GET', '/posts')))).toEqual([])
})

test('a write is repeated where it equals the write before it to the same post', () => {
  const [one, other] = [request('PUT', '/posts/1', '{}'), request('PUT', '/posts/1', '[]')]
  const beside = request('PUT', '/posts/2', '{}')
  const repeated = (...requests: readonly ReturnType<typeof request>[]) =>
    logOfRight(...requests)
      .since(1, ['list', 'read'])
      .writes.map(({ isAgain }) => isAgain)
  expect(repeated(one, beside, one)).toEqual([false, false, true])
  expect(repeated(one, other, one)).toEqual([false, false, false])
})

test('a write to a deleted post is told', () => {
  const log = logOfRight()
  log.note(request('DELETE', '/posts/2'), () => false)
  expect(log.since(1, ['list', 'read']).writes).toMatchObject([{ method: 'DELETE', isThere: false }])
})

test('a write that was refused does not count', () => {
  const refused = request('DELETE', '/posts/1')
  const log = logOfRight(request('PUT', '/posts/2'), refused)
  expect(log.since(1, ['list', 'read'], refused).writes).toMatchObject([{ method: 'PUT' }])
})

test('ids beyond 2^53 are told apart', () => {
  const log = logOf(request('POST', '/posts'))
  log.sawRight(9007199254740993n, 'read')
  log.note(request('PUT', '/posts/9007199254740992'))
  expect(methodsSince(log, 9007199254740993n)).toEqual(['put'])
})

test('the text of an unknown post tells the write that sent it, the latest', () => {
  const [mark1, mark2] = [request('POST', '/posts', 'mark-1'), request('PUT', '/posts/1', 'mark-2')]
  const log = logOf(mark1, mark2, mark2)
  const senders = (token: string | undefined) => log.sinceListRight(token).writes.map(({ isOwn }) => isOwn)
  expect(senders('mark-1')).toEqual([true, false, false])
  expect(senders('mark-2')).toEqual([false, false, true])
  expect(senders(undefined)).toEqual([false, false, false])
})

test('nothing was written since a list without unknown posts', () => {
  const log = logOf(request('POST', '/posts', 'mark-1'))
  log.sawListRight()
  expect(log.sinceListRight('mark-1').writes).toEqual([])
})

test('a look does not show what was written after it was sent', () => {
  const log = logOf(request('POST', '/posts'))
  log.made(1)
  log.note(request('PUT', '/posts/1'))
  log.sawRight(1, 'read')
  expect(methodsSince(log)).toEqual(['PUT'])
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
  const log = new WriteLog(() => true)
  log.sawRight(1, 'read')
  expect(log.mustBeRight(1, 'read')).toBe(false)
})
