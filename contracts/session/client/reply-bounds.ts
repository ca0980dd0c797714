import { counted } from '../../../handlers/choices/kinds.ts'
import type { JsonSize } from '../../document/json-size.ts'
import type { ParseBounds } from '../../document/long-body.ts'

/** How long the body of a reply may be, in bytes, on the wire and decoded: room for 200,000 posts of ordinary size. */
export const usualReplyBytes = 64 * 1024 * 1024
/** Up to here a body may be as compressed as it likes; beyond, it must not be so many times as long as it came. */
const expandsFreely = 16 * 1024 * 1024
const mostExpansion = 200
/** What is parsed: no provider has to nest as deep, and `calibrate` asks for less. */
const mostOfAny = { depth: 2000, widest: 1000, digits: 10_000 }
const mostValues = 100_000
/** A list may have a value for each so many bytes that it may be long: one of 200,000 posts has 800,000 values. */
const bytesPerValue = 64
/** A list is held as bytes and as text, and each of its values takes as much memory as so many bytes of it. */
const bytesOfValue = 16
/** An item of a list has four values, as a rule. */
const bytesOfPost = 4 * bytesOfValue

/** What a list may cost by default, in bytes: so much of its length, or of what its values take. */
const usualCost = usualReplyBytes / 2

/** Asks whether the pages of a list are more than one may be that comes at once. @param length of all, in characters. */
export function arePagesTooLong(length: number, posts: number): boolean {
  return length + bytesOfPost * posts > usualCost
}

/** A reply that is more than a run takes in. Its message is a fact that follows "Failed to …:". */
export class ExcessiveReply extends Error {
  override readonly name = 'ExcessiveReply'
  readonly code = 'TOO_LARGE'
}

/** How many bytes a body may have once it is decoded. */
export function decodedLimit(wireBytes: number, most: number): number {
  return Math.min(most, Math.max(expandsFreely, wireBytes * mostExpansion))
}

/** What of a reply is taken in, before it is decoded and parsed and after. */
export interface ReplyBounds {
  readonly maxBytes: number
  readonly parse: ParseBounds
}

/** The bounds of a list, and of any other reply: that is one post, or an error. */
export function replyBounds(isList: boolean, maxReplyBytes: number): ReplyBounds {
  // A list is long because of its many posts: each of them is like any other reply.
  const ofOne = Math.ceil(maxReplyBytes / 4)
  const maxBytes = isList ? maxReplyBytes : ofOne
  const values = isList ? Math.max(mostValues, Math.floor(maxBytes / bytesPerValue)) : mostValues
  // A text is held several times: as bytes, in the list and in its post.
  const most = { ...mostOfAny, values, text: Math.ceil(maxReplyBytes / 16) }
  const half = Math.ceil(maxReplyBytes / 2)
  const admit = (size: JsonSize, length: number) => {
    expectParsable(size, most)
    if (isList && length + bytesOfValue * size.values > half)
      throw new ExcessiveReply(
        `the answer has ${counted(length)} bytes and ${counted(size.values)} values: a list may have ${counted(half)} bytes, half of --max-reply-bytes, less ${bytesOfValue} for each value`,
      )
  }
  return { maxBytes, parse: { most, admit } }
}

/** Refuses a JSON text that costs far more to parse than to send. */
function expectParsable({ depth, values, widest, digits, text }: JsonSize, most: JsonSize): void {
  const excess =
    (depth > most.depth && `nests deeper than ${counted(most.depth)} levels`) ||
    (values > most.values &&
      `holds more than ${counted(most.values)} values${most.values > mostValues ? `, one for each ${bytesPerValue} bytes of --max-reply-bytes` : ''}`) ||
    (widest > most.widest && `holds an object of more than ${counted(most.widest)} fields`) ||
    (digits > most.digits && `holds a number of more than ${counted(most.digits)} digits`) ||
    (text > most.text &&
      `holds a text of more than ${counted(most.text)} bytes, a sixteenth of --max-reply-bytes`)
  if (excess) throw new ExcessiveReply(`the answer ${excess}`)
}
