import type { Faker } from '@faker-js/faker'

// The locale's entry imports in 15 ms, the package's main entry, which has the class, in 110 ms.
import { faker as englishFaker } from '@faker-js/faker/locale/en'
import { randomFrom } from '../model/random.ts'
import { indoorTopics } from './indoor-topics.ts'
import { journeyTopics } from './journey-topics.ts'
import { kitchenTopics } from './kitchen-topics.ts'
import { families, friends, people, places } from './names.ts'
import { outdoorTopics } from './outdoor-topics.ts'
import { listOf, type OneOrMore, pick, pickInOrder, takeTurn, turnOf } from './picking.ts'
import type { Seeder } from './seeder.ts'
import { softwareTopics } from './software-topics.ts'
import { type Topic, tell } from './story.ts'

const topics: OneOrMore<Topic> = [
  ...softwareTopics,
  ...journeyTopics,
  ...outdoorTopics,
  ...indoorTopics,
  ...kitchenTopics,
]

let next = randomFrom(0)

// A separate instance with our random source: it does not affect other uses of faker, and a new source for each value is much
// cheaper than a Mersenne twister.
const EnglishFaker = englishFaker.constructor as typeof Faker
const faker = new EnglishFaker({
  locale: englishFaker.rawDefinitions,
  randomizer: {
    next: () => next(),
    seed: (seed) => {
      next = randomFrom(0, ...[seed].flat())
    },
  },
})

const { animal, food, location } = faker.definitions
const livingBirds = animal.bird.filter((bird) => !/Passenger|Parakeet|Labrador|Booby|Auk$/.test(bird))
const savouryDishes = food.dish.filter(
  (dish) =>
    /^[a-z]+( [a-z]+){0,2}$/.test(dish) && !/burger|french|maki|nigiri|roll|sashimi|stinky|wrap/.test(dish),
)
const plainStreets = location.street_name.filter((name) => /^[A-Z][a-z]{3,} (Street|Road|Lane)$/.test(name))

/** The slots for all topics; slots of a topic override them. */
const sharedLists: Readonly<Record<string, OneOrMore<string>>> = {
  person: people,
  friend: friends,
  family: families,
  place: places,
  few: listOf('three, four, five, six, seven, eight, nine'),
  season: listOf('spring, summer, autumn, winter'),
}

const fakes: Readonly<Record<string, () => string>> = {
  many: () => `${faker.number.int({ min: 12, max: 48 })}`,
  month: () => faker.date.month(),
  weekday: () => faker.date.weekday(),
  colour: () => faker.color.human(),
  bird: () => faker.helpers.arrayElement(livingBirds),
  dish: () => faker.helpers.arrayElement(savouryDishes),
  street: () => faker.helpers.arrayElement(plainStreets),
}

/**
 * Realistic posts for Node: stories of twelve topics. A post takes about 10 µs. Every value depends only on (seed, id, its
 * name), so it stays the same when others change; ids beyond 2^53 work.
 *
 * @example
 * const { title, content } = fakerSeeder(1, 7)
 */
export const fakerSeeder: Seeder = (seed, id) => {
  const topic = takeTurn(topics, seed, id, 'topic')
  const { round } = turnOf(id, topics.length)
  const story = takeTurn(topic.stories, seed, round, topic.name)
  const slot = (name: string): string => {
    const own = topic.slots[name]
    if (own) return takeTurn(own, seed, round, `${topic.name} ${name}`)
    const shared = sharedLists[name]
    if (shared) return takeTurn(shared, seed, id, name)
    const fake = fakes[name]
    if (!fake) throw new RangeError(`Failed to write a seeded post: "${name}" names no slot.`)
    next = randomFrom(seed, id, name)
    return fake()
  }
  const randomFor = (name: string) => randomFrom(seed, id, 'tell', name)
  const details = pickInOrder(topic.details, pick([3, 4, 5], randomFor('length')), randomFor('details'))
  return tell(story, details, slot, randomFor)
}
