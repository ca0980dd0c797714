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
