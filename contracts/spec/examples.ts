import type { ChoiceId } from '../../handlers/choices.ts'
import type { Example } from './example.ts'
import { deleteExamples, otherExamples, replaceExamples } from './examples/change-examples.ts'
import { createExamples } from './examples/create-examples.ts'
import { readExamples } from './examples/read-examples.ts'

/** Every example, in the order of a run. */
export const examples: readonly Example[] = [
  ...readExamples,
  ...createExamples,
  ...replaceExamples,
  ...deleteExamples,
  ...otherExamples,
]

/**
 * The examples that come first, in which almost every faulty service breaks its clause. A clause is held only if all of
 * them that can break it were run.
 */
export const basicExamples: ReadonlySet<string> = new Set([
  ...['list/several', 'list/after-delete'],
  ...['read/existing', 'read/missing', 'read/deleted', 'read/replaced'],
  ...['create/plain', 'create/equal'],
  ...['replace/existing', 'replace/again', 'replace/no-content', 'replace/no-title'],
  ...['delete/existing', 'delete/deleted'],
])

/** The keys of the examples that show a choice, in the order of a run. */
export function examplesThatShow(choice: ChoiceId): string[] {
  return examples.filter(({ shows }) => shows?.includes(choice)).map(({ key }) => key)
}
