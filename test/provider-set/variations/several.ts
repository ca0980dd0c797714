import { all } from '../changes.ts'
import type { Change } from '../provider.ts'
import { type Variation, varying } from '../variation.ts'
import { createVariations } from './create.ts'
import { foreignPostVariations } from './foreign-posts.ts'
import { idVariations } from './ids.ts'
import { refusalVariations } from './refusals.ts'
import { removeVariations } from './remove.ts'
import { replaceVariations } from './replace.ts'
import { shapeVariations } from './shape.ts'
import { timeVariations } from './time.ts'
import { transportVariations } from './transport.ts'

const single: readonly Variation[] = [
  ...createVariations,
  ...replaceVariations,
  ...removeVariations,
  ...refusalVariations,
  ...idVariations,
  ...shapeVariations,
  ...foreignPostVariations,
  ...timeVariations,
  ...transportVariations,
]

function named(...names: readonly string[]): Change {
  return all(
    ...names.map((name) => {
      const variation = single.find((each) => each.name === name)
      if (!variation) throw new Error(`Failed to combine variations: none is called "${name}".`)
      return variation.change
    }),
  )
}

/** Services that take several liberties at once. */
export const severalVariations = varying({
  several: {
    'silent-in-disorder': named('create-204-silent', 'ids-random-63-bits', 'list-shuffled'),
    'silent-among-strangers': named('create-204-silent', 'replace-204', 'strangers-before-each-create'),
    'silent-beyond-2-53': named('location-none-body-none', 'ids-beyond-2-53', 'list-newest-first'),
    'strict-and-unique': named(
      'title-unique',
      'title-of-100',
      'ascii-or-nothing',
      'invalid-422',
      'error-none',
    ),
    'rich-and-compressed': named('extra-author', 'keys-in-another-order', 'etags', 'gzip', 'create-wrapped'),
    'ids-again-and-overtaking': named('ids-lowest-free', 'uneven'),
    'crowded-and-slow': named('filled-2000', 'strangers-come-and-go', 'slow-now-and-then', 'chunked'),
  },
  // A step that looks at once sees what is late as a fault.
  time: {
    'silent-and-late': named(
      'create-202',
      'location-none-body-none',
      'replace-202',
      'delete-202',
      'writes-lag',
    ),
    'replaces-create-late': named('replace-missing-creates-201', 'writes-lag'),
  },
})
