import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { AnswerTo, ChoiceId } from '../../handlers/choices.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import type { IdEvent } from '../model/reference-model.ts'
import type { Exchange } from '../scenarios/exchange.ts'
import type { StateValues } from '../scenarios/scenario.ts'
import { noDecisionIn } from '../wire/status.ts'

/** The result of one example at a provider: what was observed, or why nothing was. */
export type ExampleResult =
  | Observation
  /** @property isTaken whether another client has the id of its post by now: that is not the provider's failure. */
  | { readonly kind: 'not run'; readonly reason: string; readonly isTaken?: boolean }

export interface Observation {
  readonly kind: 'ran'
  readonly exchange: Exchange
  readonly values: StateValues
  /** The post of a create or replace with all its fields, as read afterwards. */
  readonly kept?: JsonValue
}

/** What a run saw: its examples by key, and the history of its posts. */
export interface Observations {
  readonly byExample: ReadonlyMap<string, ExampleResult>
  /** The answers to choices that no example shows. Default none. */
  readonly byExperiment?: Detections
  readonly history: readonly IdEvent[]
  readonly beganEmpty: boolean
  /** Whether other clients were seen to create posts. Default false. */
  readonly areOthersAtWork?: boolean
}

/** A detected answer. */
export interface Seen<Answer> {
  readonly kind: 'seen'
  readonly answer: Answer
  /**
   * Whether a profile's answer agrees with the observations. Default equality with the answer.
   *
   * @param profile the other answers, which may explain the observations.
   */
  fits?(expected: Answer, profile?: Profile): boolean
  /** The answer that fits these observations and those of another one; undefined where none does. Default only the same answer. */
  join?(another: Answer): Answer | undefined
}

/** Why no answer of a profile was detected. */
export interface Unread {
  /**
   * `other`: something was seen, and no profile can say it; `undetermined`: too little was seen to tell; `masked`: it
   * cannot be observed, as another answer hides it.
   */
  readonly kind: 'other' | 'undetermined' | 'masked'
  readonly reason: string
}

export type Detection<Answer = unknown> = Seen<Answer> | Unread

/** The detected answers, by choice. */
export type Detections = { readonly [Id in ChoiceId]?: Detection }

/**
 * Detects one choice.
 * @param shown what the examples that show it showed, the simplest first; one at least, if it has any.
 * @param read detects another choice.
 * @returns undefined where the first shows none of the known answers.
 */
export type Detector<Answer = unknown> = (
  shown: readonly [Observation, ...Observation[]],
  observations: Observations,
  read: (id: ChoiceId) => Detection,
) => Detection<Answer> | undefined

export type Detectors = { readonly [Id in ChoiceId]?: Detector<AnswerTo<Id>> }

const unread =
  (kind: Unread['kind']) =>
  (reason: string): Unread => ({ kind, reason })

/** Takes what the service does, such as "PATCH /posts/7 answers 500". */
export const other = unread('other')
export const undetermined = unread('undetermined')
export const masked = unread('masked')

export function seen<const Answer>(answer: Answer): Seen<Answer> {
  return { kind: 'seen', answer }
}

/** Whether two answers are the same, apart from the order of keys. */
export function isSameAnswer(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other)
}

/** Whether an answer agrees with a detected one. */
export function agrees<Answer>({ answer, fits }: Seen<Answer>, expected: Answer, profile?: Profile): boolean {
  return fits ? fits(expected, profile) : isSameAnswer(expected, answer)
}

/** What an example showed, or why it showed nothing: it may be refused for the rights of this client, or for the moment. */
export function observed({ byExample }: Observations, key: string): Observation | Unread {
  const observation = byExample.get(key)
  if (!observation) return undetermined(`the request "${key}" was not run`)
  if (observation.kind === 'not run')
    return undetermined(`the request "${key}" was not run: ${observation.reason}`)
  const { exchange } = observation
  if (noDecisionIn(exchange.reply)) return undetermined(`${answerOf(exchange)}, which decides nothing`)
  return observation
}

/** What a service does, such as "PATCH /posts/7 answers 500". */
export function answerOf({ request: { method, path }, reply }: Exchange): string {
  return `${method} ${path} answers ${reply.status}`
}

/** What those of some examples showed that showed something. */
export function allObserved(observations: Observations, keys: readonly string[]): Observation[] {
  return keys.map((key) => observed(observations, key)).filter((each) => each.kind === 'ran')
}
