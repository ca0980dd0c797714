import { accessChoices } from './choices/access-choices.ts'
import { idChoices } from './choices/id-choices.ts'
import { inputChoices } from './choices/input-choices.ts'
import type { Choice, PerOperation } from './choices/kinds.ts'
import { replyChoices } from './choices/reply-choices.ts'
import { writeChoices } from './choices/write-choices.ts'

/**
 * Every point that the interface document leaves open, by id.
 *
 * @example
 * choices['create.status'].answers // [201, 200, 202, 204], the default first
 */
export const choices = { ...writeChoices, ...inputChoices, ...idChoices, ...replyChoices, ...accessChoices }

/** The id of a choice, such as `create.status`. */
export type ChoiceId = keyof typeof choices

/** What a profile may answer to a choice. */
export type AnswerTo<Id extends ChoiceId> = (typeof choices)[Id] extends Choice<infer Answer> ? Answer : never

/** What one operation makes of it: an answer that does not tell create and replace apart. */
export type PlainAnswerTo<Id extends ChoiceId> = Exclude<AnswerTo<Id>, PerOperation<unknown>>

/** All choice ids, in the order in which they are documented. */
export const choiceIds = Object.keys(choices) as ChoiceId[]

/** A choice whatever its answers are. */
export function choiceOf(id: ChoiceId): Choice<unknown> {
  return choices[id] as Choice<never> as Choice<unknown>
}

export function isChoiceId(text: string): text is ChoiceId {
  return Object.hasOwn(choices, text)
}
