import { counted } from '../../../handlers/choices/kinds.ts'
import type { JsonSize } from '../../document/json-size.ts'
import type { ParseBounds } from '../../document/long-body.ts'

/** The default limit of a reply's body, in bytes, on the wire and decoded: 200,000 ordinary posts. */
export const usualReplyBytes = 64 * 1024 * 1024
/** Beyond so many bytes, a decoded body may be at most {@link mostExpansion} times as long as on the wire. */
const expandsFreely = 16 * 1024 * 1024
const mostExpansion = 200
/** Limits of parsed JSON; `calibrate` sends less. */
const mostOfAny = { depth: 2000, widest: 1000, digits: 10_000 }
const mostValues = 100_000
/** A list may have one value for each so many bytes of its limit. */
const bytesPerValue = 64
/** How many bytes of memory one value of a list counts as. */
const bytesOfValue = 16
/** A post usually has four values. */
const bytesOfPost = 4 * bytesOfValue

/** The default limit of a list: its length and its values, in bytes. */
const usualCost = usualReplyBytes / 2

/** Whether the pages of a list exceed the limit of a list. @param length of all pages, in characters. */
export function arePagesTooLong(length: number, posts: number): boolean {
  return length + bytesOfPost * posts > usualCost
}

/** A reply that exceeds a limit. Its message follows "Failed to …:". */
export class ExcessiveReply extends Error {
  override readonly name = 'ExcessiveReply'
  readonly code = 'TOO_LARGE'
}

export function decodedLimit(wireBytes: number, most: number): number {
  return Math.min(most, Math.max(expandsFreely, wireBytes * mostExpansion))
}

/** The bytes of a provider's long lists that share less than seven eighths with the list before. */
export interface ListChanges {
  bytes: number
}

/** The parts of `maxReplyBytes` that such lists may have in all, and one that does not count. */
const changing = { inAll: 3 / 4, uncounted: 1 / 16 } as const
/** The shortest limit of a field name, in characters; and its part of `maxReplyBytes`. */
const name = { least: 65_536, part: 1024 } as const

export interface ReplyBounds {
  readonly maxBytes: number
  readonly parse: ParseBounds
}

/**
 * The bounds of a list, or of any other reply: one post, or an error.
 * @param isCleaning whether the run is removing its posts: then field names may be long, and lists differ more.
 */
export function replyBounds(
  isList: boolean,
  maxReplyBytes: number,
  { isCleaning = false, changes = { bytes: 0 } }: { isCleaning?: boolean; changes?: ListChanges } = {},
): ReplyBounds {
  const ofOne = Math.ceil(maxReplyBytes / 4)
  const maxBytes = isList ? maxReplyBytes : ofOne
  const values = isList ? Math.max(mostValues, Math.floor(maxBytes / bytesPerValue)) : mostValues
  const most = { ...mostOfAny, values, text: Math.ceil(maxReplyBytes / 16) }
  const half = Math.ceil(maxReplyBytes / 2)
  const inAll = Math.ceil(changing.inAll * maxReplyBytes) * (isCleaning ? 2 : 1)
  const uncounted = Math.ceil(changing.uncounted * maxReplyBytes)
  const longestName = Math.max(name.least, Math.ceil(maxReplyBytes / name.part))
  const admit = (size: JsonSize, length: number, isAnew: boolean) => {
    expectParsable(size, most)
    if (isList && length + bytesOfValue * size.values > half)
      throw new ExcessiveReply(
        `the reply has ${counted(length)} bytes, two for each character if one is beyond Latin-1, and ${counted(size.values)} values: the limit of a list is ${counted(half)} bytes, half of --max-reply-bytes, minus ${bytesOfValue} for each value`,
      )
    if (!isList || !isAnew || length <= uncounted) return
    changes.bytes += length
    if (changes.bytes > inAll)
      throw new ExcessiveReply(
        `the lists that differ in more than an eighth from the one before have ${counted(changes.bytes)} bytes in all: the limit is ${counted(inAll)}, ${isCleaning ? 'one and a half times' : 'three quarters of'} --max-reply-bytes; lists of up to ${counted(uncounted)} bytes do not count`,
      )
  }
  const admitName = (length: number) => {
    if (length > longestName)
      throw new ExcessiveReply(
        `the reply has a field name of ${counted(length)} characters: the limit is ${counted(longestName)}, or a 1024th of --max-reply-bytes if that is more`,
      )
  }
  return { maxBytes, parse: { most, admit, ...(isCleaning ? {} : { admitName }) } }
}

/** Refuses JSON that is far more expensive to parse than to send. */
function expectParsable({ depth, values, widest, digits, text }: JsonSize, most: JsonSize): void {
  const excess =
    (depth > most.depth && `nests deeper than ${counted(most.depth)} levels`) ||
    (values > most.values &&
      `has more than ${counted(most.values)} values${most.values > mostValues ? `, one for each ${bytesPerValue} bytes of --max-reply-bytes` : ''}`) ||
    (widest > most.widest && `has an object of more than ${counted(most.widest)} fields`) ||
    (digits > most.digits && `has a number of more than ${counted(most.digits)} digits`) ||
    (text > most.text &&
      `has a text of more than ${counted(most.text)} bytes, a sixteenth of --max-reply-bytes`)
  if (excess) throw new ExcessiveReply(`the reply ${excess}`)
}
