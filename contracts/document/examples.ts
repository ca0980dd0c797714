import { type ChoiceId, choiceIds, choiceOf } from '../../handlers/choices.ts'
import type { Example } from './example.ts'
import { besideExamples } from './examples/beside-examples.ts'
import { deleteExamples, replaceExamples } from './examples/change-examples.ts'
import { createExamples } from './examples/create-examples.ts'
import { readExamples } from './examples/read-examples.ts'

/** Every example, in the order of a run. */
export const examples: readonly Example[] = [
  ...readExamples,
  ...createExamples,
  ...replaceExamples,
  ...deleteExamples,
  ...besideExamples,
]

/** The choices that an example shows. The examples with choices are the mock contract. */
export function choicesShownBy(key: string): ChoiceId[] {
  return choiceIds.filter((id) => choiceOf(id).shownBy?.includes(key))
}
