import type { PostId } from '../model/post.ts'
import { randomFrom } from '../model/random.ts'

/** A list that has at least one item, so that picking from it always gives one. */
export type OneOrMore<T> = readonly [T, ...T[]]

/** The items of a text that names them with a comma and a blank between. */
export function listOf(text: string): OneOrMore<string> {
  const [first = '', ...others] = text.split(', ')
  return [first, ...others]
}

/** One item, each as likely as the other. */
export function pick<T>(items: OneOrMore<T>, random: () => number): T {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

/** `count` different items in the order in which they stand in the list. */
export function pickInOrder<T>(items: readonly T[], count: number, random: () => number): T[] {
  const picked: T[] = []
  for (const [index, item] of items.entries()) {
    if (random() * (items.length - index) < count - picked.length) picked.push(item)
  }
  return picked
}

/**
 * The item whose turn it is at this id: ids in a row go through the whole list, newly shuffled in each round, before an
 * item comes again. A page of posts so shows many subjects, and still each post depends on (seed, id) alone.
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

/** Which round an id falls into when `size` ids make one, and its place in it from 0; negative ids too. */
export function turnOf(id: PostId, size: number): { round: bigint; position: number } {
  const remainder = BigInt(id) % BigInt(size)
  const position = remainder < 0n ? remainder + BigInt(size) : remainder
  return { round: (BigInt(id) - position) / BigInt(size), position: Number(position) }
}
