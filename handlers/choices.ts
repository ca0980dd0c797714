import * as z from 'zod/mini'
import type { Choice } from './choices/kinds.ts'
import { table } from './choices/table.ts'
import { stringifyJson } from './model/json.ts'

/**
 * All points that the interface document leaves open, by id.
 *
 * @example
 * choices['create.status'].answers // [201, 200, 202, 204], the default first
 */
export const choices = table

/** The id of a choice, such as `create.status`. */
export type ChoiceId = keyof typeof choices

/** The type of the answers to a choice. */
export type AnswerTo<Id extends ChoiceId> = (typeof choices)[Id] extends Choice<infer Answer> ? Answer : never

/** All choice ids, in the order in which they are documented. */
export const choiceIds = Object.keys(choices) as ChoiceId[]

/** A choice without the type of its answers. */
export function choiceOf(id: ChoiceId): Choice<unknown> {
  return choices[id] as Choice<never> as Choice<unknown>
}

export function isChoiceId(text: string): text is ChoiceId {
  return Object.hasOwn(choices, text)
}

/** Whether an answer to a choice is permitted. */
export function isPermitted(id: ChoiceId, answer: unknown): boolean {
  return z.safeParse(choiceOf(id).schema, answer).success
}

/** Whether two answers are the same: their JSON is equal apart from the order of keys. */
export function isSameAnswer(one: unknown, other: unknown): boolean {
  return stringifyJson(withSortedKeys(one)) === stringifyJson(withSortedKeys(other))
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, withSortedKeys(member)]))
}
