import { endOfString } from '../../handlers/model/json.ts'

/** How deep JSON may nest, how many fields one object may have, and how many digits one number. */
const most = { depth: 1000, fields: 1000, digits: 400 }

/**
 * Says which bound a JSON text exceeds, without parsing it; undefined where it keeps them all. JavaScript reads deeper JSON
 * and then fails to copy it, and checks of a million fields or digits take seconds.
 *
 * @param mostItems how many items one array may have; default any number.
 */
export function excessOf(text: string, mostItems = Number.POSITIVE_INFINITY): string | undefined {
  const levels: { isArray: boolean; count: number }[] = []
  // In valid JSON a run of digits outside of strings is a number, a colon follows the name of a field, a comma an item.
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
