import { expect, test } from 'vitest'
import { WriteLog } from '../../../contracts/session/write-log.ts'

const request = (method: string, path: string, body = '') => ({ method, path, headers: {}, body })

/** A log of requests, and of a look at the end. */
function logOf(...requests: readonly ReturnType<typeof request>[]): WriteLog {
  const log = new WriteLog()
  for (const each of [...requests, request('GET', '/posts')]) log.note(each)
  return log
}

test('a post that was never seen right is the fault of its create', () => {
  expect(logOf(request('POST', '/posts')).clauseOf(1)).toBe('create.adds')
})

test('a post that was right before it was replaced is the fault of the replace', () => {
  const log = logOf(request('POST', '/posts'))
  log.sawRight(1)
  log.note(request('PUT', '/posts/1'))
  log.note(request('DELETE', '/posts/2'))
  expect(log.clauseOf(1)).toBe('replace.whole')
})

test('a post that was right before another was written is the fault of that write', () => {
  const log = logOf(request('POST', '/posts'))
  log.sawRight(1)
  log.note(request('DELETE', '/posts/2'))
  expect(log.clauseOf(1)).toBe('others.untouched')
})

test('a post that was right and is wrong after looking alone is the fault of looking', () => {
  const log = logOf(request('POST', '/posts'))
  log.sawRight(1)
  log.note(request('GET', '/posts'))
  expect(log.clauseOf(1)).toBe('safe.get')
})

test('ids beyond 2^53 are told apart', () => {
  const log = logOf(request('POST', '/posts'))
  log.sawRight(9007199254740993n)
  log.note(request('PUT', '/posts/9007199254740992'))
  expect(log.clauseOf(9007199254740993n)).toBe('others.untouched')
})

test('a post that nobody made is the fault of the write that sent its text', () => {
  const log = logOf(request('POST', '/posts', 'mark-1'), request('PUT', '/posts/1', 'mark-2'))
  expect([log.clauseOfStray('mark-1'), log.clauseOfStray('mark-2')]).toEqual([
    'create.adds',
    'replace.same-id',
  ])
})

test('a post that nobody made and that comes while nothing is written is the fault of looking', () => {
  const log = logOf(request('POST', '/posts', 'mark-1'))
  log.sawListRight()
  expect(log.clauseOfStray('mark-1')).toBe('safe.get')
})

test('what was written after a look had left may be what it did not show yet', () => {
  const log = logOf(request('POST', '/posts'))
  log.note(request('PUT', '/posts/1'))
  log.sawRight(1)
  expect(log.clauseOf(1)).toBe('replace.whole')
})

test('what another lane writes is known, and what it saw only once it is taken over', () => {
  const log = logOf(request('POST', '/posts'))
  const lane = new WriteLog(log)
  lane.note(request('POST', '/posts'))
  lane.note(request('GET', '/posts'))
  lane.sawRight(2)
  log.sawRight(1)
  expect(log.clauseOf(1)).toBe('others.untouched')
  expect(log.clauseOf(2)).toBe('create.adds')
  log.takeOver(lane)
  expect(log.clauseOf(2)).toBe('safe.get')
})
