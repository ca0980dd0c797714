import { faker } from '@faker-js/faker/locale/en'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PostFields, type PostId, toPostId } from '../../../handlers/model/post.ts'
import { randomFrom } from '../../../handlers/model/random.ts'
import { fakerSeeder } from '../../../handlers/seed/faker-seeder.ts'
import { pickInOrder, takeTurn } from '../../../handlers/seed/picking.ts'
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

test('fakerSeeder keeps the posts that earlier releases seeded', () => {
  expect(fakerSeeder(1, 7)).toEqual({
    title: 'The radishes on the other side of the hedge',
    content:
      'Tove Lindqvist has grown radishes on the next plot for 12 years and speaks about it in short sentences. I ' +
      'wrote down five of them.\n\n' +
      'The soil was cold, heavy and full of old nails. Everything I sowed too early died, and everything I sowed ' +
      'too late caught up.\n\n' +
      'Watering in the evening is pleasant for the gardener, and even more so for the slugs.\n\n' +
      'It turns out that the secret is manure. It always was.',
  })
  expect(fakerSeeder(1, 9007199254740993n)).toEqual({
    title: 'The Monday query that took seven minutes',
    content:
      'Every Monday the same report on the sessions table took seven minutes, and every Monday somebody wrote to ' +
      'ask whether it was broken. Bruno was the first to ask the database itself. We began by counting the rows ' +
      'on two machines, and the numbers did not agree.\n\n' +
      'One column had been called "temp" since the first week of the company. We tried everything on a copy ' +
      'first, including the mistakes. Yara kept a list of every command, in order, with the time beside it. The ' +
      'documentation was last touched in August, though nobody could say of which year.\n\n' +
      'It was one index in the end. The hard part had been to look.',
  })
})

test('wordSeeder keeps the posts that earlier releases seeded', () => {
  expect(wordSeeder(1, 7)).toEqual({
    title: 'Five things about birdwatching that Priya never told me',
    content:
      'When I came to Cádiz I knew nothing about birdwatching. Priya did, and let me watch.\n\n' +
      'Most of it is being wrong about gulls. The rare ones come when the flask is open.\n\n' +
      'Good tools matter, though less than the people who sell them say. Then one Saturday it simply worked, and ' +
      'I did not dare to touch it.\n\n' +
      'If you are just starting: begin small, and keep what you learn.',
  })
  expect(wordSeeder(1, 9007199254740993n)).toEqual({
    title: 'Seven things about sourdough bread that Tove never told me',
    content:
      'Nobody needs another post about sourdough bread, says Tove. So here is one, from Ghent, where I learned ' +
      'it. The dough was too wet, and that was right.\n\n' +
      'The first attempts are best forgotten, so I keep a list of them. The crust sang when it came out of the ' +
      'oven. Good tools matter, though less than the people who sell them say. Then one Monday it simply worked, ' +
      'and I did not dare to touch it.\n\n' +
      'Ask me again in a year. I hope to be wrong about something else by then.',
  })
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
      expect(title.split(' ').length).toBeLessThanOrEqual(10)
      expect(content.length).toBeGreaterThanOrEqual(300)
      expect(content.length).toBeLessThanOrEqual(900)
      expect(content).toMatch(/^(?:\S[^\n]*\S\n\n){2,3}\S[^\n]*\S$/)
      expect((title + content).isWellFormed()).toBe(true)
      expect(title + content).not.toMatch(/undefined|null|NaN| {2}|[{}<>]/)
    }),
    { numRuns: 200 },
  )
})

test.each(seeders)('%s writes correct English as far as a pattern can tell', (_, seeder) => {
  for (const { title, content } of manyPosts(seeder)) {
    const text = `${title}\n\n${content}`
    expect(text).not.toMatch(/\ba (?!one\b|uni|eu)[aeiou]/i)
    expect(text).not.toMatch(/\ban [^aeiouh]/i)
    expect(text).not.toMatch(/\b(\w+) \1\b/)
    expect(text).not.toMatch(/ [,.;:?!]|[,;][^\s"]|[,.;:]{2}/)
    expect(title).toMatch(/^[\p{Lu}\d].*[^.,;:]$/u)
    for (const paragraph of content.split('\n\n')) expect(paragraph).toMatch(/^[\p{Lu}\d"].*[.!?]"?$/u)
    for (const [, start] of content.matchAll(/[.!?] (.)/g)) expect(start).toMatch(/[\p{Lu}\d"]/u)
  }
})

test.each(seeders)('%s gives 1,000 posts at least 950 titles under any seed', (_, seeder) => {
  for (const seed of [0, 1, 2, 42, 2026, -7]) {
    const titles = Array.from({ length: 1000 }, (_, index) => seeder(seed, index + 1).title)
    expect(new Set(titles).size).toBeGreaterThanOrEqual(950)
  }
})

test.each(seeders)('%s repeats no title among 25 posts of one of the first 100 seeds', (_, seeder) => {
  for (let seed = 0; seed < 100; seed += 1) {
    const titles = Array.from({ length: 25 }, (_, index) => seeder(seed, index + 1).title)
    expect(new Set(titles).size).toBe(25)
  }
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

test('fakerSeeder neither reads nor disturbs the faker of whoever uses it beside us', () => {
  const post = fakerSeeder(1, 7)
  faker.seed(5)
  const undisturbed = [faker.person.fullName(), faker.number.int(), faker.food.dish()]
  faker.seed(5)
  const between = [faker.person.fullName(), fakerSeeder(1, 7), faker.number.int(), faker.food.dish()]
  expect(between).toEqual([undisturbed[0], post, undisturbed[1], undisturbed[2]])
})

test.each(['word-seeder', 'seeder', 'picking', 'story'])('%s reaches the page without a package', (name) => {
  expect(
    readFacts(`handlers/seed/${name}.ts`).imports.filter((imported) => !imported.startsWith('handlers/')),
  ).toEqual([])
})

test('randomFrom keeps the numbers that earlier releases drew', () => {
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

test('randomFrom starts elsewhere when a seed, a part or the border between parts moves', () => {
  const starts = [
    randomFrom(1),
    randomFrom(2),
    randomFrom(1, ''),
    randomFrom(1, 'ab', 'c'),
    randomFrom(1, 'a', 'bc'),
    randomFrom(1, 'abc'),
    randomFrom(11, 2),
    randomFrom(1, 12),
    randomFrom(1, -12),
  ]
  expect(new Set(starts.map((random) => random())).size).toBe(starts.length)
})

test('randomFrom fills ten equal parts of its range evenly over ids in a row', () => {
  const counts = new Array<number>(10).fill(0)
  for (let id = 1; id <= 20_000; id += 1) {
    const part = Math.floor(randomFrom(1, id, 'likes')() * 10)
    counts[part] = (counts[part] ?? 0) + 1
  }
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200)
})

test('takeTurn gives every item once before one comes again, around zero too', () => {
  const items = ['a', 'b', 'c', 'd', 'e'] as const
  for (let round = -3; round < 3; round += 1) {
    const turns = items.map((_, place) => takeTurn(items, 1, round * items.length + place, 'letters'))
    expect(turns.toSorted()).toEqual(items)
  }
})

test('pickInOrder picks as many as asked and keeps their order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), fc.integer(), (count, seed) => {
      const picked = pickInOrder([1, 2, 3, 4, 5, 6, 7, 8, 9], count, randomFrom(seed))
      expect(new Set(picked).size).toBe(count)
      expect(picked.toSorted()).toEqual(picked)
    }),
  )
})
