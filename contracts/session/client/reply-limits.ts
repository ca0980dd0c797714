import { counted } from '../../../handlers/choices/kinds.ts'

/** The limit of a reply's body, on the wire and decoded, in bytes: 200,000 ordinary posts have 20 MB. */
export const mostReplyBytes = 32 * 1024 * 1024
/** The limits of its JSON: how deep it nests; and its objects, arrays and members, 200,000 posts of nine fields. */
const mostDepth = 1000
const mostValues = 2_000_000

/** A reply that exceeds a limit. Its message follows "Failed to …:". */
export class ExcessiveReply extends Error {
  override readonly name = 'ExcessiveReply'
  readonly code = 'TOO_LARGE'
}

/**
 * Refuses JSON that nests too deep to be compared, or takes too much memory to be parsed.
 * @throws ExcessiveReply
 */
export function expectParsable(body: string): void {
  if (!/^\s*[[{]/.test(body)) return
  let [depth, values, isText] = [0, 0, false]
  for (let at = 0; at < body.length; at++) {
    const character = body[at]
    if (character === '"') isText = !isText
    else if (isText) at += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') {
      values++
      if (++depth > mostDepth)
        throw new ExcessiveReply(`the reply nests deeper than ${counted(mostDepth)} levels`)
    } else if (character === ']' || character === '}') depth--
    else if (character === ',') values++
  }
  if (values > mostValues) throw new ExcessiveReply(`the reply has more than ${counted(mostValues)} values`)
}
