import { stringifyJson } from '../../handlers/model/json.ts'

/** A text on one line, cut if too long, with escaped control characters. */
export function clip(text: string, length: number): string {
  // Escaping never makes a text shorter.
  const line = JSON.stringify(beginning(text, length + 1))
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll('\\\\', '\\')
  if (text.length <= length && line.length <= length) return line
  return `${beginning(line, length - 1)}…`
}

/** At most so many UTF-16 units of a text, and no half of a character. */
function beginning(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text
}

/** A number and its noun: "1 clause", "2 clauses". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** An answer to a choice, cut if too long; empty for none. */
export function answerText(answer: unknown): string {
  return answer === undefined ? '' : clip(stringifyJson(answer), 300)
}

/** An old and a new answer, such as `201 -> 200`. @param reason why the new answer is unknown. */
export function changeText(from: unknown, to: unknown, reason = ''): string {
  return `${answerText(from)} -> ${answerText(to) || reason}`
}
