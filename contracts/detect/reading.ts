import { isDeepStrictEqual } from 'node:util'
import type { AnswerTo, ChoiceId } from '../../handlers/choices.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import { type Exchange, isRefusal, isSuccess } from '../document/exchange.ts'
import type { StateValues } from '../document/states.ts'
import type { IdEvent } from '../session/own-posts.ts'

/** What became of one example at a provider. */
export interface Trace {
  readonly exchange: Exchange
  readonly values: StateValues
  /** The post that came of a create or replace, as it was read afterwards, with all its fields. */
  readonly kept?: JsonValue
}

/** What a run saw of a provider: its examples by key, and its posts as they came and went. */
export interface Sightings {
  readonly traces: ReadonlyMap<string, Trace>
  readonly history: readonly IdEvent[]
  /** Whether the provider had no post when the run began. */
  readonly beganEmpty: boolean
}

/** An answer read off a provider. */
export interface Seen<Answer> {
  readonly answer: Answer
  /** Whether a profile's answer agrees with what was seen; default: it is equal to the answer. */
  fits?(expected: Answer): boolean
  /** Why the answer is a conclusion rather than something seen, such as "nothing up to 70,000 characters was refused". */
  readonly inferred?: string
  readonly evidence: readonly Exchange[]
}

/** Why an answer could not be read. */
export interface Unread {
  readonly unknown: string
  /** Whether it had no occasion to show: another answer of the provider hides it, or it takes a write. */
  readonly masked?: true
  readonly evidence: readonly Exchange[]
}

/** An answer read off a provider, or why there is none. */
export type Reading<Answer = unknown> = Seen<Answer> | Unread

/** Reads one choice off a provider. */
export type Reader<Id extends ChoiceId> = (sightings: Sightings) => Reading<AnswerTo<Id>>

/** A reader of each choice of a family. */
export type Readers<Ids extends ChoiceId> = { readonly [Id in Ids]: Reader<Id> }

/** Says why an answer could not be read. */
export function unknown(reason: string, ...traces: (Trace | undefined)[]): Unread {
  return { unknown: reason, evidence: exchangesOf(traces) }
}

/** Says why no client can see an answer. */
export function masked(reason: string, ...traces: (Trace | undefined)[]): Unread {
  return { ...unknown(reason, ...traces), masked: true }
}

/** States an answer and what shows it. */
export function seen<const Answer>(answer: Answer, ...traces: (Trace | undefined)[]): Seen<Answer> {
  return { answer, evidence: exchangesOf(traces) }
}

/** Asks whether an answer agrees with what was seen. */
export function agrees<Answer>({ answer, fits }: Seen<Answer>, expected: Answer): boolean {
  return fits ? fits(expected) : isDeepStrictEqual(expected, answer)
}

/**
 * Reads an answer off one example; undefined of the reader means that the reply is none of the known answers.
 *
 * @param strange says what was seen then; by default the status of the reply.
 */
export function fromExample<const Answer extends string | number>(
  key: string,
  read: (trace: Trace) => Answer | undefined,
  strange: (trace: Trace) => string = ({ exchange }) =>
    `the reply to "${key}" (status ${exchange.reply.status}) is none of the known answers`,
): (sightings: Sightings) => Reading<Answer> {
  return ({ traces }) => {
    const trace = traces.get(key)
    if (!trace) return masked(`the request "${key}" was not played`)
    const answer = read(trace)
    return answer === undefined ? unknown(strange(trace), trace) : seen(answer, trace)
  }
}

/** One of the answers given, where the value is among them. */
export function among<const Answer>(answers: readonly Answer[], value: unknown): Answer | undefined {
  return answers.find((answer) => answer === value)
}

/** `yes` where the example was done, `no` where it was refused, nothing where it failed otherwise. */
export function outcome<const Yes, const No>(
  { exchange: { reply } }: Trace,
  yes: Yes,
  no: No,
): Yes | No | undefined {
  return isSuccess(reply) ? yes : isRefusal(reply) ? no : undefined
}

function exchangesOf(traces: readonly (Trace | undefined)[]): readonly Exchange[] {
  return traces.flatMap((trace) => (trace ? [trace.exchange] : []))
}
