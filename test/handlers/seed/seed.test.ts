import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { choices } from '../../../handlers/choices.ts'
import { toPostId } from '../../../handlers/model/post.ts'
import { randomFrom } from '../../../handlers/model/random.ts'
import { seededPost } from '../../../handlers/seed/seeded-post.ts'
import { seedPosts } from '../../../handlers/store/seeding.ts'

const seeds = fc.oneof(fc.integer(), fc.maxSafeInteger())
const ids = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((id) => toPostId(id) ?? 0)

test('a seed gives the same posts for ever', () => {
  expect(seededPost(1, 7)).toEqual({
    title: 'Why Ximena and I left Pocatello for distance running',
    content:
      'I never meant to care about distance running. Then I met Ximena in Pocatello, and there was no way around it.\n\nNew shoes changed nothing; new socks did. Slow is a pace too, and the best one.\n\nI would do it all again, only slower.',
  })
  const random = randomFrom(1, 7, 'likes')
  expect([random(), random()].map((number) => number * 2 ** 32)).toEqual([1448686841, 2847455727])
})

test('a seeded post has a title of one line and a content of three paragraphs, by seed and id alone', () => {
  fc.assert(
    fc.property(seeds, ids, (seed, id) => {
      const { title, content } = seededPost(seed, id)
      expect(title).toMatch(/^\S(?:.{0,118}\S)?$/u)
      expect(content).toMatch(/^(?:\S[^\n]*\S\n\n){2}\S[^\n]*\S$/)
      expect(title + content).not.toMatch(/undefined|null|NaN| {2}|[{}<>]/)
      expect(seededPost(seed, BigInt(id))).toEqual({ title, content })
    }),
    { numRuns: 200 },
  )
})

test('other seeds, and ids that a number would round together, give other posts', () => {
  const near = [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n, 2n ** 63n - 2n, 2n ** 63n - 1n]
  const posts = [1, 2].flatMap((seed) => near.map((id) => JSON.stringify(seededPost(seed, id))))
  expect(new Set(posts).size).toBe(2 * near.length)
})

test('the texts of seeded posts do not change with the ids', () => {
  const { answers } = choices['id.assignment']
  const texts = answers.map((assignment) => {
    const profile = completeProfile({ 'id.assignment': assignment })
    return seedPosts({ posts: 5, seed: 1, profile }).posts.map(({ title, content }) => [title, content])
  })
  expect(new Set(texts.map((each) => JSON.stringify(each))).size).toBe(1)
})
