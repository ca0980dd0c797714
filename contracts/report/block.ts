import { stringifyJson } from '../../handlers/model/json.ts'

/** How a part of a text stands out: by colours on a terminal, by a class on a page. */
export type Tone = 'good' | 'bad' | 'warn' | 'faint' | 'strong'

export interface Toned {
  readonly tone: Tone
  readonly text: string
}

/** A text; parts of it may stand out. */
export type Text = string | readonly (string | Toned)[]

/** A text, and what it is: such as `→` before a request. */
export interface Labelled {
  readonly label?: Toned
  readonly text: Text
}

/** What a report says. A renderer decides how it looks on a terminal and on a page. */
export type Block =
  | ({ readonly kind: 'paragraph' } & Labelled)
  /** Requests, replies and differences. */
  | { readonly kind: 'lines'; readonly lines: readonly Labelled[] }
  /** Commands, whole, so that they can be copied. */
  | { readonly kind: 'code'; readonly label: string; readonly code: string }

/** Blocks that belong together. The first section of a report is the verdict. */
export interface Section {
  readonly heading?: Text
  /** The clause, if it is about a broken one. */
  readonly id?: string
  readonly blocks: readonly Block[]
}

export function toned(tone: Tone, text: string): Toned {
  return { tone, text }
}

export function paragraph(text: Text, label?: Toned): Block {
  return { kind: 'paragraph', text, ...(label ? { label } : {}) }
}

/** The parts of a text, each written by a function, as one text. */
export function written(text: Text, write: (part: string | Toned) => string): string {
  return (typeof text === 'string' ? [text] : text).map(write).join('')
}

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
