import { stripVTControlCharacters } from 'node:util'
import { wrapAnsi } from 'fast-wrap-ansi'
import { stringifyJson } from '../../handlers/model/json.ts'

/** A text on one line, cut where it is too long, control characters shown as escapes. */
export function clip(text: string, length: number): string {
  // No character becomes shorter: what lies behind is not shown.
  const line = JSON.stringify(beginning(text, length + 1))
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll('\\\\', '\\')
  if (text.length <= length && line.length <= length) return line
  return `${beginning(line, length - 24)}… (${lengthOf(text).toLocaleString('en')} characters)`
}

/** At most so many UTF-16 units of a text, and no half of a character. */
function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(text.length > length ? /[\ud800-\udbff]$/ : '', '')
}

/** How long a text was before something was left out of its middle. */
export function lengthOf(text: string): number {
  const [, whole] = /… \(([\d,]+) characters\) …/.exec(text) ?? []
  return whole === undefined ? text.length : Number(whole.replaceAll(',', ''))
}

/** So many notes are told one by one; a file of --json has the others. */
const mostLines = 15

/** The first few of what would fill screens. */
export function firstLines(lines: readonly string[], what: string, most = mostLines): string[] {
  const left = lines.length - most
  return left > 1 ? [...lines.slice(0, most), `… and ${left} more ${what}`] : [...lines]
}

/** Notes, each short enough to be read. */
export function firstNotes(notes: readonly string[]): string[] {
  return firstLines(
    notes.map((note) => (note.length > 600 ? `${note.slice(0, 600)}…` : note)),
    'notes',
  )
}

export function moreText(more: number | undefined): string[] {
  return more === undefined ? [] : [`and ${more.toLocaleString('en')} more`]
}

/** The answer to a choice; nothing where there is none. */
export function choiceText(answer: unknown): string {
  return answer === undefined ? '' : stringifyJson(answer)
}

/** A text that begins with a capital. */
export function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}

/** A number and its noun: "1 clause", "2 clauses". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Rows with their columns one below the other, two blanks apart; colours take no room. */
export function alignTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)),
      )
      .join('  ')
  return rows.map((row) => `  ${line(row)}`).join('\n')
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}

/** One paragraph of a text: it goes on below its own beginning where it is wider than the screen. */
export interface Paragraph {
  /** Blanks before it. Default 0. */
  readonly indent?: number
  /** What stands before it, such as "note"; further lines begin behind it. */
  readonly label?: string
  readonly text: string
  /** A command stays on one line, so that it can be pasted. */
  readonly isCommand?: boolean
}

/** Narrower than this a paragraph is not made: labels would leave no room. */
const narrowest = 20

/** Paragraphs as lines of at most a width, in columns; a line feed in a text begins a line. */
export function wrapped(paragraphs: readonly Paragraph[], width: number): string {
  return paragraphs
    .map(({ indent = 0, label, text, isCommand = false }) => {
      const head = ' '.repeat(indent) + (label === undefined ? '' : `${label} `)
      const hanging = Math.min(widthOf(head), Math.max(0, width - narrowest))
      const room = Math.max(narrowest, width - hanging)
      const lines = isCommand ? text : wrapAnsi(text, room, { hard: true })
      return head + lines.replaceAll('\n', `\n${' '.repeat(hanging)}`)
    })
    .join('\n')
    .replaceAll(/[ \t]+$/gm, '')
}
