import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PostId, toPostId } from '../../../handlers/model/post.ts'
import { randomFrom } from '../../../handlers/model/random.ts'
import { seededPost } from '../../../handlers/seed/seeded-post.ts'

const seeds = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true }))
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const edges = fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n, 2n ** 53n, -(2n ** 53n), 2n ** 53n - 1n)
const ids = fc.oneof(int64, edges, fc.bigInt({ min: -50n, max: 50n })).map((id) => toPostId(id) ?? 0)

test('a seed gives the same posts for ever', () => {
  expect(seededPost(1, 7)).toEqual({
    title: 'Why Ximena and I left Pocatello for distance running',
    content:
      'I never meant to care about distance running. Then I met Ximena in Pocatello, and there was no way around it.\n\nNew shoes changed nothing; new socks did. Slow is a pace too, and the best one.\n\nI would do it all again, only slower.',
  })
})

test('a seeded post depends on seed and id alone, in any order', () => {
  fc.assert(
    fc.property(seeds, fc.array(ids, { minLength: 1, maxLength: 12 }), (seed, some) => {
      const forwards = some.map((id) => seededPost(seed, id))
      const backwards = some.toReversed().map((id) => seededPost(seed, id))
      expect(backwards.toReversed()).toEqual(forwards)
    }),
  )
})

test('a seeded post has a title of one line and a content of three paragraphs', () => {
  fc.assert(
    fc.property(seeds, ids, (seed, id) => {
      const { title, content } = seededPost(seed, id)
      expect(title).toMatch(/^\S(?:.{0,118}\S)?$/u)
      expect(title.split(' ').length).toBeGreaterThanOrEqual(4)
      expect(title.split(' ').length).toBeLessThanOrEqual(12)
      expect(content.length).toBeGreaterThanOrEqual(150)
      expect(content.length).toBeLessThanOrEqual(400)
      expect(content).toMatch(/^(?:\S[^\n]*\S\n\n){2}\S[^\n]*\S$/)
      expect((title + content).isWellFormed()).toBe(true)
      expect(title + content).not.toMatch(/undefined|null|NaN| {2}|[{}<>]/)
    }),
    { numRuns: 200 },
  )
})

test('another seed gives other posts', () => {
  fc.assert(
    fc.property(seeds, ids, (seed, id) => {
      const other = seed === 1 ? 2 : 1
      const texts = (from: number) =>
        [0n, 1n, 2n].map((step) => seededPost(from, BigInt.asIntN(64, BigInt(id) + step)))
      expect(texts(other)).not.toEqual(texts(seed))
    }),
  )
})

test('seeded posts tell ids apart that a number would round together', () => {
  const near = [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n, 2n ** 63n - 2n, 2n ** 63n - 1n]
  expect(new Set(near.map((id) => seededPost(1, id).content)).size).toBe(near.length)
  expect(seededPost(1, 7n)).toEqual(seededPost(1, 7))
})

test('randomFrom draws the same numbers for ever', () => {
  const random = randomFrom(1, 7, 'likes')
  expect([random(), random(), random()].map((number) => number * 2 ** 32)).toEqual([
    1448686841, 2847455727, 2163176929,
  ])
})

test('randomFrom draws from 0 to below 1, the same for a number, a bigint and its text', () => {
  fc.assert(
    fc.property(seeds, ids, fc.string(), (seed, id, salt) => {
      const drawn = (part: PostId | string) => Array.from({ length: 5 }, randomFrom(seed, part, salt))
      expect(drawn(BigInt(id))).toEqual(drawn(id))
      expect(drawn(`${id}`)).toEqual(drawn(id))
      expect(drawn(id).every((number) => number >= 0 && number < 1)).toBe(true)
    }),
  )
})
