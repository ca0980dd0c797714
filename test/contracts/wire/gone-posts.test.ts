import { expect, test } from 'vitest'
import { GonePosts } from '../../../contracts/wire/gone-posts.ts'

type Step = readonly [method: string, path: string, status: number, body?: string, location?: string]

const deleted: readonly Step[] = [
  ['DELETE', '/posts/7', 204],
  ['GET', '/posts/7', 404],
]

test.each<[string, boolean, readonly Step[]]>([
  ['deleted, and not found', true, deleted],
  ['deleted, and not read', false, deleted.slice(0, 1)],
  ['not found, and never deleted', false, deleted.slice(1)],
  ['not deleted', false, [['DELETE', '/posts/7', 500], ...deleted.slice(1)]],
  ['deleted, which a gateway did not answer', true, [['DELETE', '/posts/7', 504], ...deleted.slice(1)]],
  ['not answered later', true, [...deleted, ['GET', '/posts/7', 429]]],
  ['there again', false, [...deleted, ['GET', '/posts/7', 200]]],
  ['written again', false, [...deleted, ['PUT', '/posts/7', 201]]],
  ['made again', false, [...deleted, ['POST', '/posts', 201, '{"id":7}']]],
  ['made again, by its Location', false, [...deleted, ['POST', '/posts', 201, '', '/v1/posts/7']]],
  ['beside a new one', true, [...deleted, ['POST', '/posts', 201, '{"id":8}']]],
  ['perhaps made again', false, [...deleted, ['POST', '/posts', 201]]],
  ['beside a refused one', true, [...deleted, ['POST', '/posts', 400]]],
])('a post is gone where it was %s: %s', (_what, expected, steps) => {
  const gone = new GonePosts()
  for (const [method, path, status, body = '', location] of steps)
    gone.note({ method, path }, { status, headers: location === undefined ? {} : { location }, body })
  expect(gone.has('/posts/7')).toBe(expected)
})

test.each<[string, boolean, readonly Step[]]>([
  ['a DELETE that succeeded', true, deleted.slice(0, 1)],
  ['a read that still shows it', true, [...deleted, ['GET', '/posts/7', 200]]],
  ['a create without an id in the reply', true, [...deleted, ['POST', '/posts', 201]]],
  ['a DELETE that was refused', false, [['DELETE', '/posts/7', 404], ...deleted.slice(1)]],
  ['a replace that makes it again', false, [...deleted, ['PUT', '/posts/7', 201]]],
  ['a create that makes it again', false, [...deleted, ['POST', '/posts', 201, '{"id":7}']]],
])('after %s, whether a DELETE removed the post is known: %s', (_what, expected, steps) => {
  const gone = new GonePosts()
  for (const [method, path, status, body = ''] of steps)
    gone.note({ method, path }, { status, headers: {}, body })
  expect(gone.wasDeleted('/posts/7')).toBe(expected)
})
