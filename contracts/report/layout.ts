import { stripVTControlCharacters } from 'node:util'
import { wrapAnsi } from 'fast-wrap-ansi'
import { stringifyJson } from '../../handlers/model/json.ts'

/** A text on one line, cut if too long, with escaped control characters. */
export function clip(text: string, length: number): string {
  // Escaping never makes a text shorter.
  const line = JSON.stringify(beginning(text, length + 1))
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll('\\\\', '\\')
  if (text.length <= length && line.length <= length) return line
  return `${beginning(line, length - 24)}… (${lengthOf(text).toLocaleString('en')} characters)`
}

/** At most so many UTF-16 units of a text, and no half of a character. */
function beginning(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text
}

/** The original length of a text that may be cut in its middle. */
export function lengthOf(text: string): number {
  const [, whole] = /… \(([\d,]+) characters\) …/.exec(text) ?? []
  return whole === undefined ? text.length : Number(whole.replaceAll(',', ''))
}

/** How many notes are shown; --json has all. */
const mostLines = 15

/** The first few lines, and the number of the rest. */
export function firstLines(lines: readonly string[], what: string, most = mostLines): string[] {
  const left = lines.length - most
  return left > 1 ? [...lines.slice(0, most), `… and ${left} more ${what}`] : [...lines]
}

/** The first few notes, shortened. */
export function firstNotes(notes: readonly string[]): string[] {
  return firstLines(
    notes.map((note) => (note.length > 600 ? `${note.slice(0, 600)}…` : note)),
    'notes',
  )
}

export function choiceText(answer: unknown): string {
  return answer === undefined ? '' : stringifyJson(answer)
}

/** Capitalizes a text. */
export function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}

/** A number and its noun: "1 clause", "2 clauses". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Aligns the columns of rows, ignoring colour codes; the last one is wrapped at a width. */
export function alignTable(rows: readonly (readonly string[])[], width: number): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  )
  const paragraphs = rows.map((row): Paragraph => {
    const [text = '', ...before] = row.toReversed()
    const cells = before
      .toReversed()
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
    return { indent: 2, ...(cells.length > 0 && { label: `${cells.join('  ')} ` }), text }
  })
  return wrapped(paragraphs, width)
}

/** The parts of a report that are not empty, with empty lines between them. */
export function joinParts(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}

/** A paragraph with a hanging indent. */
export interface Paragraph {
  /** In spaces. Default 0. */
  readonly indent?: number
  /** Text before it, such as "note"; further lines are indented by it. */
  readonly label?: string
  readonly text: string
  /** A command is not wrapped, so that it can be copied. */
  readonly isCommand?: boolean
}

/** The minimum width of a paragraph. */
const narrowest = 20

/** Wraps paragraphs at a width, in columns; keeps line feeds, and words whole. */
export function wrapped(paragraphs: readonly Paragraph[], width: number): string {
  return paragraphs
    .map(({ indent = 0, label, text, isCommand = false }) => {
      const head = ' '.repeat(indent) + (label === undefined ? '' : `${label} `)
      const hanging = Math.min(widthOf(head), Math.max(0, width - narrowest))
      const room = Math.max(narrowest, width - hanging)
      const lines = isCommand ? text : wrapAnsi(text, room)
      return head + lines.replaceAll('\n', `\n${' '.repeat(hanging)}`)
    })
    .join('\n')
    .replaceAll(/[ \t]+$/gm, '')
}

/** Wraps the lines of a text at a width, in columns; an indented one, such as of a list, hangs by two more. */
export function wrappedText(text: string, width: number): string {
  const lines = text.split('\n').map((line) => {
    const indent = line.search(/\S|$/)
    const hanging = ' '.repeat(indent === 0 ? 0 : indent + 2)
    const room = Math.max(narrowest, width - hanging.length)
    return line.slice(0, indent) + wrapAnsi(line.slice(indent), room).replaceAll('\n', `\n${hanging}`)
  })
  return lines.join('\n')
}
