import { expect, test } from 'vitest'
import { keptPost } from '../../../contracts/judge/evidence.ts'

const read = (post: unknown) => ({ status: 200, headers: {}, body: JSON.stringify(post) })
const post = { id: 7, title: 'Seven', content: 'text', tags: ['a'] }

test('a post of ordinary size is kept whole', () => {
  expect(keptPost(read(post))).toEqual(post)
})

test('what was sent is kept whole, however long it is', () => {
  const content = 'x'.repeat(500_000)
  expect(keptPost(read({ ...post, content }), content)).toMatchObject({ content })
})

test('of a post that is far longer than what was sent little is kept', () => {
  const fields = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`field ${at}`, 'x'.repeat(200)]))
  const kept = keptPost(read({ ...post, title: 'x'.repeat(500_000), tags: [fields], ...fields }), 'sent')
  expect(kept).toMatchObject({ id: 7, content: 'text' })
  expect(kept).not.toHaveProperty('tags')
  expect(JSON.stringify(kept).length).toBeLessThan(60_000)
})

test('of a refusal no post is kept', () => {
  expect(keptPost({ ...read(post), status: 404 })).toBeUndefined()
})
