/** How deep JSON may nest, how many fields one object may have, and how many digits one number. */
const most = { depth: 1000, fields: 1000, digits: 400 }

/**
 * Says which bound a JSON text exceeds, without parsing it; undefined where it keeps them all. JavaScript reads deeper JSON
 * and then fails to copy it, and checks of a million fields or digits take seconds.
 */
export function excessOf(text: string): string | undefined {
  /** For each level how many fields its object has so far. */
  const fields: number[] = []
  // In valid JSON a run of digits outside of strings is a number, and a colon follows the name of a field.
  const marks = /["{}[\]:]|\d{401,}/g
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [found] = mark
    if (found === '"') marks.lastIndex = endOfString(text, mark.index)
    else if (found === '{' || found === '[') fields.push(0)
    else if (found === '}' || found === ']') fields.pop()
    else if (found !== ':') return `a number has more than ${most.digits} digits`
    else if (countUp(fields) > most.fields) return `an object has more than ${most.fields} fields`
    if (fields.length > most.depth) return `it nests deeper than ${most.depth} levels`
  }
  return undefined
}

function countUp(fields: number[]): number {
  const last = Math.max(0, fields.length - 1)
  const count = (fields[last] ?? 0) + 1
  fields[last] = count
  return count
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end + 1
  }
  return text.length
}
