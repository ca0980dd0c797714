import { expect, test } from 'vitest'
import { postsIn } from '../../../contracts/spec/post-text.ts'

const post = { id: 1, title: 'A title', content: 'A content' }

test.each([
  ['a post', post, [post]],
  ['a post with an author who has a title', { ...post, author: { id: 7, title: 'Dr' } }, undefined],
  ['a post without an id, with an author who has one', { title: 'A title', author: { id: 7 } }, undefined],
  ['a wrapped post', { data: post, meta: { pages: 1 } }, [post]],
  [
    'a wrapped id beside the id of the request',
    { id: 'r-1', data: { id: 1 } },
    [{ id: 'r-1', data: { id: 1 } }, { id: 1 }],
  ],
  ['an object without a post', { ok: true }, []],
  ['a list', [post], []],
  ['nothing', undefined, []],
])('finds the posts in %s', (_what, value, found) => {
  expect(postsIn(value)).toEqual(found ?? [value])
})
