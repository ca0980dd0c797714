import { list, seederWith } from './grammar.ts'

/**
 * Made-up posts for a page, without faker. The same seed gives the posts of `fakerSeeder` with other names.
 *
 * @example
 * const { title, content } = wordSeeder(1, 7)
 */
export const wordSeeder = seederWith({
  place: list(
    'Tromsø Porto Ghent Kraków Lisbon Galway Aarhus Riga Kyoto Oaxaca Tbilisi Hobart Cádiz Brno Malmö Turin Nantes Halifax Dakar Zürich',
  ),
  friend: list('Amara Bruno Clara Dmitri Elif Frida Gustav Hana Ivan Joana Kenji Marta'),
})
