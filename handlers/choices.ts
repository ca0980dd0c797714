import type { Choice } from './choices/kinds.ts'
import { table } from './choices/table.ts'

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
