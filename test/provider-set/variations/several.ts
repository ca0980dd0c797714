import { named } from '../../support/named.ts'
import { all } from '../changes.ts'
import type { Member } from '../member.ts'

/** The variations of a service that takes several liberties at once, by the silence that they fill and its name. */
const combinations: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  several: {
    'silent-in-disorder': ['create-204-silent', 'ids-random-63-bits', 'list-shuffled'],
    'silent-among-strangers': ['create-204-silent', 'replace-204', 'strangers-before-each-create'],
    'silent-beyond-2-53': ['location-none-body-none', 'ids-beyond-2-53', 'list-newest-first'],
    'strict-and-unique': ['title-unique', 'title-of-100', 'ascii-or-nothing', 'invalid-422', 'error-none'],
    'rich-and-compressed': ['extra-author', 'keys-in-another-order', 'etags', 'gzip', 'create-wrapped'],
    'ids-again-and-overtaking': ['ids-lowest-free', 'uneven'],
    'crowded-and-slow': ['filled-2000', 'strangers-come-and-go', 'slow-now-and-then', 'chunked'],
  },
  // A step that looks at once sees what is late as a fault.
  time: {
    'silent-and-late': ['create-202', 'location-none-body-none', 'replace-202', 'delete-202', 'writes-lag'],
    'replaces-create-late': ['replace-missing-creates-201', 'writes-lag'],
  },
}

/** Services that take several liberties at once. @param single the variations by themselves. */
export function combinationsOf(single: readonly Member[]): readonly Member[] {
  const changeOf = (name: string) => named(single, name).change
  return Object.entries(combinations).flatMap(([of, named]) =>
    Object.entries(named).map(([name, parts]) => ({ name, of, change: all(...parts.map(changeOf)) })),
  )
}
