import { counted } from '../../../handlers/choices/kinds.ts'
import type { JsonSize } from '../../document/json-size.ts'
import type { ParseBounds } from '../../document/long-body.ts'

/** How long the body of a reply may be, in bytes, on the wire and decoded: room for 200,000 posts of ordinary size. */
export const usualReplyBytes = 64 * 1024 * 1024
/** Up to here a body may be as compressed as it likes; beyond, it must not be so many times as long as it came. */
const expandsFreely = 16 * 1024 * 1024
const mostExpansion = 200
/** What is parsed: no provider has to nest as deep, and `calibrate` asks for less; 200,000 posts have 800,000 values. */
const mostJson: JsonSize = { depth: 2000, values: 2_000_000, widest: 10_000 }

/** A reply that is more than a run takes in. Its message is a fact that follows "Failed to …:". */
export class ExcessiveReply extends Error {
  override readonly name = 'ExcessiveReply'
  readonly code = 'TOO_LARGE'
}

/** How many bytes a body may have once it is decoded. */
export function decodedLimit(wireBytes: number, most: number): number {
  return Math.min(most, Math.max(expandsFreely, wireBytes * mostExpansion))
}

/** Refuses a JSON text that costs far more to parse than to send. */
export const parsable: ParseBounds = { most: mostJson, admit: expectParsable }

function expectParsable({ depth, values, widest }: JsonSize): void {
  const excess =
    (depth > mostJson.depth && `nests deeper than ${counted(mostJson.depth)} levels`) ||
    (values > mostJson.values && `holds more than ${counted(mostJson.values)} values`) ||
    (widest > mostJson.widest && `holds an object of more than ${counted(mostJson.widest)} fields`)
  if (excess) throw new ExcessiveReply(`the answer ${excess}`)
}
