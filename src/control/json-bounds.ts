import { endOfString } from '../../handlers/model/json.ts'

/** The limits of nesting, of fields in an object, and of digits in a number. */
const most = { depth: 1000, fields: 1000, digits: 400 }

/**
 * Which limit a JSON text exceeds; undefined where none. Checked before parsing, because copying deep JSON fails, and
 * a million fields or digits take seconds.
 */
export function excessOf(text: string): string | undefined {
  /** The fields so far of each open object or list. */
  const levels: number[] = []
  // In valid JSON, outside strings, a run of digits is a number, and a colon follows a field name.
  const marks = /["{}[\]:]|\d{401,}/g
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [found] = mark
    if (found === '"') marks.lastIndex = endOfString(text, mark.index)
    else if (found === '{' || found === '[') levels.push(0)
    else if (found === '}' || found === ']') levels.pop()
    else if (found.length > 1) return `a number has more than ${most.digits} digits`
    else levels.push((levels.pop() ?? 0) + 1)
    if (levels.length > most.depth) return `it nests deeper than ${most.depth} levels`
    if ((levels.at(-1) ?? 0) > most.fields) return `an object has more than ${most.fields} fields`
  }
  return undefined
}
