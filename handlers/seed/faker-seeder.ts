// The locale's entry imports in 15 ms, the package's main entry in 110 ms.
import { faker } from '@faker-js/faker/locale/en'
import { type OneOrMore, seederWith } from './grammar.ts'

const { location, person } = faker.definitions

/**
 * Made-up posts for Node, with names from faker. It reads faker's lists only, so other uses of faker are not affected.
 *
 * @example
 * const { title, content } = fakerSeeder(1, 7)
 */
export const fakerSeeder = seederWith({
  place: oneOrMore(location.city_name),
  friend: oneOrMore(person.first_name.generic ?? []),
})

function oneOrMore(names: readonly string[]): OneOrMore<string> {
  const [first = 'Porto', ...others] = names
  return [first, ...others]
}
