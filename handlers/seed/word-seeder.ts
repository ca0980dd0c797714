import { randomFrom } from '../model/random.ts'
import { listOf, type OneOrMore, pick, pickInOrder, takeTurn } from './picking.ts'
import type { Seeder } from './seeder.ts'
import { type Story, tell } from './story.ts'

type Subject = readonly [thing: string, early: string, late: string]

const subjects: OneOrMore<Subject> = [
  [
    'sourdough bread',
    'The dough was too wet, and that was right.',
    'The crust sang when it came out of the oven.',
  ],
  [
    'film photography',
    'Thirty-six frames make you look twice.',
    'Waiting for the pictures is half of the fun.',
  ],
  [
    'CSS grid',
    'Name the areas, and half of the work is done.',
    'I deleted four wrappers, and nothing moved.',
  ],
  [
    'beekeeping',
    'Bees forgive slow hands, never hurried ones.',
    'One hive makes more honey than we can eat.',
  ],
  [
    'night trains',
    'The upper berth is warmer than it looks.',
    'By midnight we had all shared our sandwiches.',
  ],
  [
    'database indexes',
    'Read the query plan aloud and you hear the mistake.',
    'It was slow for want of one line.',
  ],
  [
    'distance running',
    'New shoes changed nothing; new socks did.',
    'Slow is a pace too, and the useful one.',
  ],
  ['birdwatching', 'Most of it is being wrong about gulls.', 'The rare ones come when the flask is open.'],
  [
    'homemade kimchi',
    'Salt first, wait, and only then the chilli.',
    'The jar sings quietly on the third day.',
  ],
  ['spoken Finnish', 'It has fifteen cases, and people use them.', 'I asked for bread and was given a map.'],
  [
    'vegetable growing',
    'The slugs know every garden by name.',
    'Courgettes ask for little and give too much.',
  ],
  [
    'old clocks',
    'The smallest spring is the one that gets away.',
    'Mine all strike noon, one after the other.',
  ],
]

const titles: OneOrMore<string> = [
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

const story: Omit<Story, 'titles'> = {
  openings: [
    'It began in {place}, in a rainy {season} with nothing better to do. {Person} knew about {thing}, and I had time.',
    'Nobody needs another post about {thing}, says {person}. So here is one, from {place}, where I learned it.',
    'When I came to {place} I knew nothing about {thing}. {Person} did, and let me watch.',
    'I never meant to care about {thing}. Then I met {person} in {place}, and there was no way around it.',
  ],
  closings: [
    'I would do it all again, only slower.',
    'If you are just starting: begin small, and keep what you learn.',
    'Write to me if you know better. Somebody always does.',
    'Ask me again in a year. I hope to be wrong about something else by then.',
    'That is all I know. It took me long enough.',
  ],
}

const remarks = [
  'The first attempts are best forgotten, so I keep a list of them.',
  'The books disagree with one another, which was a comfort.',
  'I wrote everything down, and about half of it was wrong.',
  'By the second week I had opinions; by the third I had fewer.',
  '{Person} never explained anything twice, so I learned to ask well.',
  'Good tools matter, though less than the people who sell them say.',
  'What helped was to do less, and to do it again the next day.',
  'Everyone I asked told me something else, and all of it helped.',
  'Then one {weekday} it simply worked, and I did not dare to touch it.',
]

const slots: Readonly<Record<string, OneOrMore<string>>> = {
  place: listOf(
    'Tromsø, Porto, Ghent, Kraków, Lisbon, Galway, Aarhus, Riga, Kyoto, Oaxaca, Tbilisi, Hobart, Cádiz, Brno, ' +
      'Malmö, Turin, Nantes, Halifax, Dakar, Zürich',
  ),
  person: listOf(
    'Zoë, Søren, Mireille, Łukasz, Farah, Oisín, Priya, Kwame, Ximena, Yuki, Ruth, Emre, Inês, Otto, Noor, Hamid, ' +
      'Björn, Chloé, Tove, Rosa',
  ),
  few: listOf('three, four, five, six, seven, eight, nine'),
  season: listOf('spring, summer, autumn, winter'),
  weekday: listOf('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday'),
}

/**
 * Readable posts for the browser, without faker: fewer words than in Node. The same seed gives other posts than `fakerSeeder`.
 *
 * @example
 * const { title, content } = wordSeeder(1, 7)
 */
export const wordSeeder: Seeder = (seed, id) => {
  const [thing, early, late] = takeTurn(subjects, seed, id, 'subject')
  const randomFor = (name: string) => randomFrom(seed, id, 'tell', name)
  const [first = '', ...more] = pickInOrder(remarks, 3, randomFor('remarks'))
  const sentences = [early, first, late, ...more]
  const details = pickInOrder(sentences, pick([4, 5], randomFor('length')), randomFor('details'))
  const slot = (name: string): string => {
    if (name === 'thing') return thing
    const values = slots[name]
    if (!values) throw new RangeError(`Failed to write a seeded post: "${name}" names no slot.`)
    return takeTurn(values, seed, id, name)
  }
  return tell({ ...story, titles: [takeTurn(titles, seed, id, 'title')] }, details, slot, randomFor)
}
