import { expect, test } from 'vitest'
import { Attempts } from '../../../contracts/judge/attempts.ts'
import { OwnPosts } from '../../../contracts/model/own-posts.ts'

const put = (id: number, status: number) => ({
  request: { method: 'PUT' as const, path: `/posts/${id}`, headers: {}, body: '{}' },
  reply: { status, headers: {}, body: '' },
})

/** How many replaces contradict an earlier refusal, among these replies to replaces of posts 7 and 8. */
function contradictions(replies: readonly (readonly [id: number, status: number])[]): number {
  const own = new OwnPosts()
  for (const id of [7, 8]) own.put({ id, title: '', content: '' })
  const attempts = new Attempts()
  let found = 0
  for (const [id, status] of replies) {
    const exchange = put(id, status)
    if (status >= 400) attempts.refuse('replace', exchange, own)
    else if (attempts.accept('replace', exchange, own)) found++
  }
  return found
}

test.each([
  [
    'the same post',
    [
      [7, 200],
      [7, 403],
      [7, 200],
    ],
  ],
  [
    'another post that was replaced as often',
    [
      [7, 403],
      [8, 200],
    ],
  ],
  [
    'another post, and a third replace is refused as well',
    [
      [7, 403],
      [8, 200],
      [8, 200],
      [8, 403],
    ],
  ],
] as const)('a refused replace is contradicted by an accepted one of %s', (_what, replies) => {
  expect(contradictions(replies)).toBe(1)
})

test('a service may refuse to replace a post more often than any other', () => {
  expect(
    contradictions([
      [7, 200],
      [7, 200],
      [7, 403],
      [8, 200],
      [8, 200],
      [8, 403],
    ]),
  ).toBe(0)
})

test('a later refusal does not hide an earlier one that nothing explains', () => {
  expect(
    contradictions([
      [8, 200],
      [7, 403],
      [8, 403],
      [7, 200],
    ]),
  ).toBe(1)
})
