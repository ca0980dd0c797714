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
    fieldValue(type, randomFrom(seed, id, name), createdAt),
  ])
  return Object.fromEntries(fields) as ExtraFields
}

/** The time of creation of a seeded post: a minute of the year 2025, by seed and id. */
export function seededMoment(seed: number, id: PostId): number {
  return Date.UTC(2025, 0, 1) + Math.floor(randomFrom(seed, id, 'written')() * 365 * 24 * 60) * 60_000
}

function fieldValue(type: ExtraFieldType, random: () => number, createdAt: number): JsonValue {
  switch (type) {
    case 'string':
      return words[Math.floor(random() * words.length)] as string
    case 'integer':
      return Math.floor(random() * 1000)
    case 'number':
      return Math.round(random() * 1000) / 10 + 0.05
    case 'boolean':
      return random() < 0.5
    case 'timestamp':
      return new Date(createdAt).toISOString()
  }
}
