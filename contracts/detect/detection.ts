import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId, PlainAnswerTo } from '../../handlers/choices.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import type { Exchange } from '../document/exchange.ts'
import { isObject, readBody } from '../document/post-text.ts'
import type { StateValues } from '../document/states.ts'
import type { IdEvent } from '../session/own-posts.ts'

/** What became of one example at a provider. */
export interface Observation {
  readonly exchange: Exchange
  readonly values: StateValues
  /** The post that came of a create or replace, as it was read afterwards, with all its fields. */
  readonly kept?: JsonValue
}

/** What a run saw of a provider: its examples by key, and its posts as they came and went. */
export interface Observations {
  readonly byExample: ReadonlyMap<string, Observation>
  readonly history: readonly IdEvent[]
  /** Whether the provider had no post when the run began. */
  readonly beganEmpty: boolean
}

/** An answer read off a provider. */
export interface Seen<Answer> {
  readonly answer: Answer
  /**
   * Whether a profile's answer agrees with what was seen; default: it is equal to the answer.
   *
   * @param profile the other answers, which may say what was seen.
   */
  fits?(expected: Answer, profile?: Profile): boolean
  /** Why the answer is a conclusion rather than something seen, such as "nothing up to 70,000 characters was refused". */
  readonly inferred?: string
  readonly evidence: readonly Exchange[]
}

/** Why an answer could not be read. */
export interface Unread {
  readonly unknown: string
  /** Whether it had no occasion to show: another answer of the provider hides it, or it takes a write. */
  readonly masked?: true
  /** Whether the provider gives an answer that no profile can say. */
  readonly unsayable?: true
  readonly evidence: readonly Exchange[]
}

/** An answer read off a provider, or why there is none. */
export type Detection<Answer = unknown> = Seen<Answer> | Unread

/** Reads one choice off the examples that show it, the plainest first; undefined where the kind of the choice reads it. */
export type Detector<Answer = unknown> = (
  observations: Observations,
  keys: readonly string[],
) => Detection<Answer> | undefined

/** Readers of some choices. */
export type Detectors = { readonly [Id in ChoiceId]?: Detector<PlainAnswerTo<Id>> }

/** Says why an answer could not be read. */
export function unknown(reason: string, ...byExample: (Observation | undefined)[]): Unread {
  return { unknown: reason, evidence: exchangesOf(byExample) }
}

/** Says why no client can see an answer. */
export function masked(reason: string, ...byExample: (Observation | undefined)[]): Unread {
  return { ...unknown(reason, ...byExample), masked: true }
}

/** Says what a provider answers that no profile can say. */
export function unsayable(reason: string, ...byExample: (Observation | undefined)[]): Unread {
  return { ...unknown(reason, ...byExample), unsayable: true }
}

/** States an answer and what shows it. */
export function seen<const Answer>(answer: Answer, ...byExample: (Observation | undefined)[]): Seen<Answer> {
  return { answer, evidence: exchangesOf(byExample) }
}

/** Asks whether an answer agrees with what was seen. */
export function agrees<Answer>({ answer, fits }: Seen<Answer>, expected: Answer, profile?: Profile): boolean {
  return fits ? fits(expected, profile) : isDeepStrictEqual(expected, answer)
}

/**
 * Reads an answer off the first example; undefined of the reader means that no profile can say it.
 *
 * @param strange says what was seen then; by default the status of the reply.
 */
export function fromExample<const Answer extends string | number>(
  read: (observation: Observation) => Answer | undefined,
  strange: (observation: Observation) => string = ({ exchange: { request, reply } }) =>
    `${request.method} ${request.path} is answered with ${reply.status}, which is none of the known answers`,
): Detector<Answer> {
  return ({ byExample }, [key = '']) => {
    const observation = byExample.get(key)
    if (!observation) return masked(`the request "${key}" was not run`)
    const answer = read(observation)
    return answer === undefined ? unsayable(strange(observation), observation) : seen(answer, observation)
  }
}

/** One of the answers given, where the value is among them. */
export function among<const Answer>(answers: readonly Answer[], value: unknown): Answer | undefined {
  return answers.find((answer) => answer === value)
}

/** A field of the post that came of a request: as it was read afterwards, or as the reply to the request gave it. */
export function keptField({ kept, exchange }: Observation, field: string): unknown {
  const post = kept ?? readBody(exchange.reply.body)
  return isObject(post) && Object.hasOwn(post, field) ? post[field] : undefined
}

function exchangesOf(byExample: readonly (Observation | undefined)[]): readonly Exchange[] {
  return byExample.flatMap((observation) => (observation ? [observation.exchange] : []))
}
