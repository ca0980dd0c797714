import { endOfString } from '../../handlers/model/json.ts'

/** The limits of nesting, of fields in an object, and of digits in a number. */
const most = { depth: 1000, fields: 1000, digits: 400 }

/**
 * Which limit a JSON text exceeds; undefined where none. Checked before parsing, because copying deep JSON fails, and
 * a million fields or digits take seconds.
 *
 * @param mostItems the limit of an array. Default none.
 */
export function excessOf(text: string, mostItems = Number.POSITIVE_INFINITY): string | undefined {
  const levels: { isArray: boolean; count: number }[] = []
  // In valid JSON, outside strings, a run of digits is a number, a colon follows a field name, a comma an item.
  const marks = mostItems === Number.POSITIVE_INFINITY ? /["{}[\]:]|\d{401,}/g : /["{}[\]:,]|\d{401,}/g
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [found] = mark
    const level = levels.at(-1)
    if (found === '"') marks.lastIndex = endOfString(text, mark.index)
    else if (found === '{' || found === '[') levels.push({ isArray: found === '[', count: 0 })
    else if (found === '}' || found === ']') levels.pop()
    else if (found.length > 1) return `a number has more than ${most.digits} digits`
    else if (level && level.isArray === (found === ',')) level.count++
    if (levels.length > most.depth) return `it nests deeper than ${most.depth} levels`
    if (level && level.count > most.fields && !level.isArray)
      return `an object has more than ${most.fields} fields`
    if (level && level.count >= mostItems) return `an array has more than ${mostItems} items`
  }
  return undefined
}
