import type { ReceivedReply } from '../document/exchange.ts'

/** Asks whether two replies say the same, texts of the requests aside. */
export function isSameReply(
  one: ReceivedReply | undefined,
  other: ReceivedReply | undefined,
  texts: readonly unknown[] = [],
): boolean {
  if (!one || !other) return false
  return one.status === other.status && blanked(one.body, texts) === blanked(other.body, texts)
}

/**
 * Tells which of two replies another is like: by its status where theirs differ, else by its body.
 *
 * @param texts what the requests had of their own, such as ids, and the bodies may repeat.
 * @returns undefined where it is like both, or neither.
 */
export function likeOneOf(
  reply: ReceivedReply,
  one: ReceivedReply,
  other: ReceivedReply,
  texts: readonly unknown[] = [],
): 'one' | 'other' | undefined {
  const isLike = (candidate: ReceivedReply) =>
    one.status === other.status ? isSameReply(reply, candidate, texts) : reply.status === candidate.status
  if (isLike(one) === isLike(other)) return undefined
  return isLike(one) ? 'one' : 'other'
}

function blanked(body: string, texts: readonly unknown[]): string {
  const longestFirst = texts.map(String).toSorted((left, right) => right.length - left.length)
  return longestFirst.reduce((text, each) => text.replaceAll(each, '…'), body)
}
