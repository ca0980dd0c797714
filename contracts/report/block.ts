/** How a part of a text stands out: by colours on a terminal, by a class on a page. */
export type Tone = 'good' | 'bad' | 'warn' | 'faint' | 'strong'

export interface Toned {
  readonly tone: Tone
  readonly text: string
}

/** A text; parts of it may stand out. */
export type Text = string | readonly (string | Toned)[]

/** A line of a request, a reply or a difference, such as `→ GET /posts`. */
export interface Line {
  readonly label: Toned
  readonly text: string
}

/** What a report says. A renderer decides how it looks on a terminal and on a page. */
export type Block =
  | { readonly kind: 'paragraph'; readonly label?: Toned; readonly text: Text }
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
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
