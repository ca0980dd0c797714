// The locale's entry imports in 15 ms, the package's main entry in 110 ms.
import { faker } from '@faker-js/faker/locale/en'
import type { ExtraFieldType } from '../choices/answers.ts'
import type { Profile } from '../choices/profile.ts'
import { eachField, type PostFields } from '../fields.ts'
import type { JsonValue } from '../model/json.ts'
import type { ExtraFields, PostId } from '../model/post.ts'
import { randomFrom } from '../model/random.ts'

/** What a post is about, and two sentences that fit only that: one for its beginning, one for later. */
const subjects: readonly (readonly [thing: string, early: string, late: string])[] = [
  ['sourdough bread', 'The dough was too wet, and that was right.', 'The crust sang as it cooled.'],
  ['film photography', 'Thirty-six frames make you look twice.', 'Waiting is half of the fun.'],
  ['CSS grid', 'Name the areas, and half is done.', 'I deleted four wrappers, and nothing moved.'],
  ['beekeeping', 'Bees forgive slow hands, never hurried ones.', 'One hive makes too much honey for us.'],
  ['night trains', 'The upper berth is the warm one.', 'By midnight we had all shared our sandwiches.'],
  ['database indexes', 'Read the query plan aloud, slowly.', 'It was slow for want of one line.'],
  ['distance running', 'New shoes changed nothing; new socks did.', 'Slow is a pace too, and the best one.'],
  ['birdwatching', 'Most of it is being wrong about gulls.', 'The rare ones come when the flask is open.'],
  ['homemade kimchi', 'Salt first, then wait, then the chilli.', 'The jar sings quietly on the third day.'],
  ['spoken Finnish', 'It has fifteen cases, and people use them.', 'I asked for bread and was given a map.'],
  ['vegetable growing', 'The slugs know every garden.', 'Courgettes ask for little and give too much.'],
  ['old clocks', 'The smallest spring is the one that gets away.', 'Mine all strike noon, one by one.'],
]

const titles = [
  'What {few} {season}s in {place} taught me about {thing}',
  '{Thing} in {place}: notes from {few} weeks',
  'How {person} got me into {thing} in {place}',
  'A letter to {person}: {thing} in {place}',
  '{Few} mistakes with {thing}, and what {person} said',
  'From my {place} diary: {few} months of {thing}',
  '{Thing} on a {weekday} in {place}, with {person}',
  'Why {person} and I left {place} for {thing}',
  '{Few} things about {thing} that {person} never told me',
]

const openings = [
  'It began in {place}, in a rainy {season} with nothing better to do. {Person} knew about {thing}, and I had time.',
  'Nobody needs another post about {thing}, says {person}. So here is one, from {place}, where I learned it.',
  'When I came to {place} I knew nothing about {thing}. {Person} did, and let me watch.',
  'I never meant to care about {thing}. Then I met {person} in {place}, and there was no way around it.',
]

const closings = [
  'I would do it all again, only slower.',
  'If you are just starting: begin small, and keep what you learn.',
  'Write to me if you know better. Somebody always does.',
  'Ask me again in a year. I hope to be wrong about something else by then.',
  'That is all I know. It took me long enough.',
]

/** Words for the placeholders of a sentence; places are faker's list alone, so other uses of faker are not affected. */
const words: Readonly<Record<string, readonly string[]>> = {
  person:
    'Zoë Søren Mireille Łukasz Farah Oisín Priya Kwame Ximena Yuki Ruth Emre Inês Otto Noor Björn'.split(' '),
  few: 'three four five six seven eight nine'.split(' '),
  season: 'spring summer autumn winter'.split(' '),
  weekday: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
  place: faker.definitions.location.city_name,
}

/**
 * A readable post: a title of one line, and a content of three paragraphs. They depend only on the seed and the id; ids
 * beyond 2^53 work.
 *
 * @example
 * const { title, content } = seededPost(1, 7)
 */
export function seededPost(seed: number, id: PostId): PostFields {
  const pickFor = <T>(items: readonly T[], name: string) => pick(items, randomFrom(seed, id, name))
  const [thing, early, late] = pickFor(subjects, 'subject')
  const wordFor = (name: string) => (words[name] ? pickFor(words[name], name) : thing)
  const fill = (template: string) =>
    template
      .replace(/\{([a-z]+)\}/g, (_, name: string) => wordFor(name))
      .replace(/\{([A-Z][a-z]+)\}/g, (_, name: string) => capitalised(wordFor(name.toLowerCase())))
  const paragraphs = [pickFor(openings, 'opening'), `${early} ${late}`, pickFor(closings, 'closing')]
  const templates = {
    headline: pickFor(titles, 'title'),
    paragraphs: paragraphs.join('\n\n'),
    sentence: early,
  }
  return eachField((_, field) => fill(templates[field.seed]))
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T
}

/**
 * The fields that a service adds to a post (choice `post.extra-fields`). Except for timestamps they depend only on seed, id and
 * name.
 *
 * @param createdAt the time of creation, in milliseconds since 1970.
 */
export function serviceFields(
  types: Profile['post.extra-fields'],
  seed: number,
  id: PostId,
  createdAt: number,
): ExtraFields {
  if (types === 'none') return {}
  const fields = Object.entries(types).map(([name, type]) => [
    name,
    made[type](randomFrom(seed, id, name), createdAt),
  ])
  return Object.fromEntries(fields) as ExtraFields
}

/** The time of creation of a seeded post: a minute of the year 2025, by seed and id. */
export function seededMoment(seed: number, id: PostId): number {
  return Date.UTC(2025, 0, 1) + Math.floor(randomFrom(seed, id, 'written')() * 365 * 24 * 60) * 60_000
}

const fieldWords = 'amber birch cedar dune ember fjord grove harbour isle juniper'.split(' ')

type FieldValue = (random: () => number, createdAt: number) => JsonValue

const made: Readonly<Record<ExtraFieldType, FieldValue>> = {
  string: (random) => pick(fieldWords, random),
  integer: (random) => Math.floor(random() * 1000),
  number: (random) => Math.round(random() * 1000) / 10 + 0.05,
  boolean: (random) => random() < 0.5,
  timestamp: (_random, createdAt) => new Date(createdAt).toISOString(),
}
