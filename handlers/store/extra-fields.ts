import type { ExtraFieldType, ExtraFieldTypes } from '../choices/answers.ts'
import type { JsonValue } from '../model/json.ts'
import type { ExtraFields, PostId } from '../model/post.ts'
import { randomFrom } from '../model/random.ts'

const words = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord', 'grove', 'harbour', 'isle', 'juniper']

/**
 * The fields that a service adds to a post (choice `post.extra-fields`). Except for timestamps they depend only on seed, id and
 * name.
 *
 * @param createdAt the time of creation, in milliseconds since 1970.
 */
export function serviceFields(
  types: ExtraFieldTypes,
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

type FieldValue = (random: () => number, createdAt: number) => JsonValue

const made: Readonly<Record<ExtraFieldType, FieldValue>> = {
  string: (random) => words[Math.floor(random() * words.length)] as string,
  integer: (random) => Math.floor(random() * 1000),
  number: (random) => Math.round(random() * 1000) / 10 + 0.05,
  boolean: (random) => random() < 0.5,
  timestamp: (_random, createdAt) => new Date(createdAt).toISOString(),
}
