import { counted } from '../../handlers/choices/kinds.ts'

/** The limit of a reply's body, on the wire and decoded, in bytes: 200,000 ordinary posts have 20 MB. */
export const mostReplyBytes = 32 * 1024 * 1024
/** The limits of its JSON: how deep it nests; and its objects, arrays and members, 200,000 posts of nine fields. */
const mostDepth = 1000
const mostValues = 2_000_000
/** Comparing objects takes far longer than reading them. */
const mostMembers = 1000

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
  /** Whether text is read; how many values there are, and members at each level: those of arrays do not count. */
  let [isText, values] = [false, 0]
  const members: number[] = []
  for (let at = 0; at < body.length; at++) {
    const character = body[at]
    if (character === '"') isText = !isText
    else if (isText) at += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') {
      values++
      members.push(character === '{' ? 1 : Number.NEGATIVE_INFINITY)
      if (members.length > mostDepth) throw excess(`nests deeper than ${counted(mostDepth)} levels`)
    } else if (character === ']' || character === '}') members.pop()
    else if (character === ',') {
      values++
      const count = (members.pop() ?? Number.NEGATIVE_INFINITY) + 1
      if (count > mostMembers) throw excess(`has an object of more than ${counted(mostMembers)} fields`)
      members.push(count)
    }
  }
  if (values > mostValues) throw excess(`has more than ${counted(mostValues)} values`)
}

function excess(what: string): ExcessiveReply {
  return new ExcessiveReply(`the reply ${what}`)
}
