/** How long the body of a reply may be, in bytes, on the wire and decoded: room for 200,000 posts of ordinary size. */
export const usualReplyBytes = 64 * 1024 * 1024
/** Up to here a body may be as compressed as it likes; beyond, it must not be so many times as long as it came. */
const expandsFreely = 16 * 1024 * 1024
const mostExpansion = 200
/** Deeper than any provider has to nest, and than `calibrate` asks for. */
const deepest = 2000
/** Objects, arrays, and members of both: of 200,000 posts there are 800,000. */
const mostValues = 2_000_000

/** A reply that is more than a run takes in. Its message is a fact that follows "Failed to …:". */
export class ExcessiveReply extends Error {
  override readonly name = 'ExcessiveReply'
  readonly code = 'TOO_LARGE'
}

/** How many bytes a body may have once it is decoded. */
export function decodedLimit(wireBytes: number, most: number): number {
  return Math.min(most, Math.max(expandsFreely, wireBytes * mostExpansion))
}

/** @throws ExcessiveReply for a JSON text that costs far more to parse than to send. Linear, and no text is parsed. */
export function expectParsable(text: Buffer): void {
  const { depth, values } = countJson(text)
  if (depth > deepest)
    throw new ExcessiveReply(`the answer nests deeper than ${deepest.toLocaleString('en')} levels`)
  if (values > mostValues)
    throw new ExcessiveReply(`the answer holds more than ${mostValues.toLocaleString('en')} values`)
}

const quote = 0x22
const backslash = 0x5c

/** Counts up to the bounds; what is not JSON in one of many ways is counted somehow. */
function countJson(text: Buffer): { depth: number; values: number } {
  let level = 0
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length && depth <= deepest && values <= mostValues; at++) {
    switch (text[at]) {
      case quote:
        at = endOfString(text, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        values++
        depth = Math.max(depth, ++level)
        break
      case 0x5d: // ]
      case 0x7d: // }
        level--
        break
      case 0x2c: // ,
        values++
    }
  }
  return { depth, values }
}

function endOfString(text: Buffer, start: number): number {
  for (let at = text.indexOf(quote, start + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    let escapes = 0
    while (text[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}
