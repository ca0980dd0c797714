import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PostFields, type PostId, toPostId } from '../../../handlers/model/post.ts'
import { randomFrom } from '../../../handlers/model/random.ts'
import { fakerSeeder } from '../../../handlers/seed/faker-seeder.ts'
import type { Seeder } from '../../../handlers/seed/seeder.ts'
import { wordSeeder } from '../../../handlers/seed/word-seeder.ts'
import { readFacts } from '../../support/source-facts.ts'

const seeders: [name: string, seeder: Seeder][] = [
  ['fakerSeeder', fakerSeeder],
  ['wordSeeder', wordSeeder],
]

const seeds = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true }))
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const edges = fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n, 2n ** 53n, -(2n ** 53n), 2n ** 53n - 1n)
const ids = fc.oneof(int64, edges, fc.bigInt({ min: -50n, max: 50n })).map((id) => toPostId(id) ?? 0)

function manyPosts(seeder: Seeder): PostFields[] {
  return Array.from({ length: 4000 }, (_, index) => seeder(index % 4, index - 1000))
}

test('a seed gives the same posts for ever', () => {
  expect(wordSeeder(1, 7)).toEqual({
    title: 'What eight summers in Malmö taught me about homemade kimchi',
    content:
      'Nobody needs another post about homemade kimchi, says Yuki. So here is one, from Malmö, where I learned it.\n\nSalt first, then wait, then the chilli. The first attempts are best forgotten, so I keep a list of them. The jar sings quietly on the third day. By the second week I had opinions; by the third I had fewer.\n\nI would do it all again, only slower.',
  })
  expect(fakerSeeder(1, 9007199254740993n)).toEqual({
    title: 'Four things about birdwatching that Ruth never told me',
    content:
      'Nobody needs another post about birdwatching, says Ruth. So here is one, from Yucaipa, where I learned it.\n\nMost of it is being wrong about gulls. By the second week I had opinions; by the third I had fewer. The rare ones come when the flask is open. Everyone I asked told me something else, and all of it helped.\n\nThat is all I know. It took me long enough.',
  })
})

test('the same seed gives the same posts in Node and in a page, but for names', () => {
  const endings = (seeder: Seeder) => manyPosts(seeder).map(({ content }) => content.split('\n\n').at(-1))
  expect(endings(fakerSeeder)).toEqual(endings(wordSeeder))
})

test.each(seeders)('%s depends on seed and id alone, in any order', (_, seeder) => {
  fc.assert(
    fc.property(seeds, fc.array(ids, { minLength: 1, maxLength: 12 }), (seed, some) => {
      const forwards = some.map((id) => seeder(seed, id))
      const backwards = some.toReversed().map((id) => seeder(seed, id))
      expect(backwards.toReversed()).toEqual(forwards)
    }),
  )
})

test.each(seeders)('%s writes a title of one line and a content of three or four paragraphs', (_, seeder) => {
  fc.assert(
    fc.property(seeds, ids, (seed, id) => {
      const { title, content } = seeder(seed, id)
      expect(title).toMatch(/^\S(?:.{0,118}\S)?$/u)
      expect(title.split(' ').length).toBeGreaterThanOrEqual(4)
      expect(title.split(' ').length).toBeLessThanOrEqual(12)
      expect(content.length).toBeGreaterThanOrEqual(300)
      expect(content.length).toBeLessThanOrEqual(900)
      expect(content).toMatch(/^(?:\S[^\n]*\S\n\n){2,3}\S[^\n]*\S$/)
      expect((title + content).isWellFormed()).toBe(true)
      expect(title + content).not.toMatch(/undefined|null|NaN| {2}|[{}<>]/)
    }),
    { numRuns: 200 },
  )
})

test.each(seeders)('%s writes other posts under another seed', (_, seeder) => {
  fc.assert(
    fc.property(seeds, ids, (seed, id) => {
      const other = seed === 1 ? 2 : 1
      const texts = (from: number) =>
        [0n, 1n, 2n].map((step) => seeder(from, BigInt.asIntN(64, BigInt(id) + step)))
      expect(texts(other)).not.toEqual(texts(seed))
    }),
  )
})

test.each(seeders)('%s tells ids apart that a number would round together', (_, seeder) => {
  const near = [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n, 2n ** 63n - 2n, 2n ** 63n - 1n]
  expect(new Set(near.map((id) => seeder(1, id).content)).size).toBe(near.length)
  expect(seeder(1, 7n)).toEqual(seeder(1, 7))
})

test.each(['word-seeder', 'grammar', 'seeder'])('%s reaches the page without a package', (name) => {
  expect(
    readFacts(`handlers/seed/${name}.ts`).imports.filter((imported) => !imported.startsWith('handlers/')),
  ).toEqual([])
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
