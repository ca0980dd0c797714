import type { ChoiceId } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Place } from '../judge/finding.ts'
import type { SessionOutcome } from '../run/provider-session.ts'

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
  /** What a run counted. */
  | { readonly kind: 'numbers'; readonly numbers: readonly Counted[] }
  /** The requests of a run over its time: a picture, on a page only. */
  | { readonly kind: 'timeline'; readonly slices: SessionOutcome<unknown>['timeline'] }
  /** Requests and their replies, in order. */
  | { readonly kind: 'exchanges'; readonly rows: readonly ExchangeRow[] }
  /** What should be, and what is. */
  | { readonly kind: 'compared'; readonly expected: string; readonly actual: string }
  /** Commands, whole, so that they can be copied. */
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  /** Less important blocks: on a terminal only their summary, on a page folded. */
  | { readonly kind: 'more'; readonly summary: string; readonly blocks: readonly Block[] }
  /** Choices, each with some answers to it. */
  | { readonly kind: 'answers'; readonly rows: readonly AnswerRow[] }
  /** Clauses or choices with their results, by operation. */
  | { readonly kind: 'clauses' | 'choices'; readonly groups: readonly JudgedGroup[] }

/** A number and what it counts, such as 17 and "of 17 clauses held". */
export interface Counted {
  readonly value: string
  readonly label: string
  readonly tone?: Tone
}

/** A request and its reply, or several alike in sequence. Texts are cut. */
export interface ExchangeRow {
  readonly method: string
  readonly path: string
  /** The body of the request; empty for none. */
  readonly sent: string
  /** 0 where no whole answer came. */
  readonly status: number
  readonly received: string
  readonly times: number
  /** Whether it was sent at the same time as its neighbours. */
  readonly isAtOnce: boolean
  /** The moments of call and return, in milliseconds since the first; missing where it never returned. */
  readonly at?: { readonly call: number; readonly return: number }
  readonly place?: Place
}

/** A clause, a choice or a client, and what a run says about it. */
export interface Judged {
  readonly id: string
  /** What a clause states. */
  readonly statement?: string
  readonly verdict: keyof typeof verdictTones
  /** Why it failed or was not judged; else the answer, or how often it was observed. */
  readonly fact: string
  /** What a service answers to a choice; missing where that is not known. */
  readonly answer?: string
  /** Whether a service answers otherwise than the default of the mock, where no profile says how it should. */
  readonly isUnusual?: boolean
  /** For a broken clause. */
  readonly evidence?: Section
  /** Whether it may fail. */
  readonly isAccepted: boolean
}

/** A choice with answers to it: those of two profiles, or those with which a client passes and fails. */
export interface AnswerRow {
  readonly choice: ChoiceId
  readonly answers: readonly Toned[]
}

export interface JudgedGroup {
  readonly heading: string
  readonly items: readonly Judged[]
}

/** Blocks that belong together. The first section of a report is the verdict. */
export interface Section {
  readonly heading?: Text
  /** The broken clause that it is about, or the choices that a client relies on: a link can lead to it. */
  readonly id?: string
  /** How it stands out on a page. */
  readonly tone?: Tone
  readonly blocks: readonly Block[]
}

/** How verdicts stand out. */
export const verdictTones = {
  held: 'good',
  broken: 'bad',
  differs: 'warn',
  observed: 'faint',
  'not judged': 'warn',
  learned: 'good',
  masked: 'faint',
  unknown: 'warn',
} as const

export function toned(tone: Tone, text: string): Toned {
  return { tone, text }
}

export function paragraph(text: Text, label?: Toned): Block {
  return { kind: 'paragraph', text, ...(label ? { label } : {}) }
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

/** The first few items, and the number of the rest. */
export function withRest(items: readonly string[], what: string, most: number): string[] {
  const left = items.length - most
  return left > 1 ? [...items.slice(0, most), `… and ${left} more ${what}`] : [...items]
}

/** An answer to a choice, cut if too long; empty for none. */
export function answerText(answer: unknown): string {
  return answer === undefined ? '' : clip(stringifyJson(answer), 300)
}
