import type { ReceivedReply } from '../document/exchange.ts'

/** Whether two replies are the same, apart from texts of the requests. */
export function isSameReply(
  one: ReceivedReply | undefined,
  other: ReceivedReply | undefined,
  texts: readonly unknown[] = [],
): boolean {
  if (!one || !other) return false
  return one.status === other.status && blanked(one.body, texts) === blanked(other.body, texts)
}

/**
 * Which of two replies another resembles: by status where theirs differ, otherwise by body.
 *
 * @param texts texts of the requests that bodies may repeat, such as ids.
 * @returns undefined where it resembles both, or neither.
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
