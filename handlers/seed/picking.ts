import type { PostId } from '../model/post.ts'
import { randomFrom } from '../model/random.ts'

/** A list with at least one item. */
export type OneOrMore<T> = readonly [T, ...T[]]

/** Splits a text at ", ". */
export function listOf(text: string): OneOrMore<string> {
  const [first = '', ...others] = text.split(', ')
  return [first, ...others]
}

/** Picks one item, with equal probability. */
export function pick<T>(items: OneOrMore<T>, random: () => number): T {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

/** Picks `count` different items, in the order of the list. */
export function pickInOrder<T>(items: readonly T[], count: number, random: () => number): T[] {
  const picked: T[] = []
  for (const [index, item] of items.entries()) {
    if (random() * (items.length - index) < count - picked.length) picked.push(item)
  }
  return picked
}

/**
 * The item for an id: consecutive ids use all items, shuffled in each round, before an item is repeated. So a page of posts has
 * many topics, although each post depends only on (seed, id).
 */
export function takeTurn<T>(items: OneOrMore<T>, seed: number, id: PostId, name: string): T {
  const { round, position } = turnOf(id, items.length)
  const random = randomFrom(seed, name, round)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = order[last]
    order[last] = order[other] as T
    order[other] = kept as T
  }
  return order[position] ?? items[0]
}

/** The round of an id, if a round has `size` ids, and its index in the round; also for negative ids. */
export function turnOf(id: PostId, size: number): { round: bigint; position: number } {
  const remainder = BigInt(id) % BigInt(size)
  const position = remainder < 0n ? remainder + BigInt(size) : remainder
  return { round: (BigInt(id) - position) / BigInt(size), position: Number(position) }
}
