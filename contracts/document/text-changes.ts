import type { OperationProfile } from '../../handlers/choices/profile.ts'
import { choices } from '../../handlers/choices.ts'
import { keepText } from '../../handlers/operations/text-kept.ts'

/** A change of texts that real services make, and that `text.kept` has a name for. */
export type TextChange = Exclude<OperationProfile['text.kept'], 'verbatim'>

const changes = choices['text.kept'].answers.filter((answer): answer is TextChange => answer !== 'verbatim')

/**
 * Names the changes that turn a text into what was kept: none where it is verbatim, the fewest that do otherwise;
 * undefined where no combination of named changes does, which breaks a clause.
 */
export function namedChanges(sent: string, kept: string): readonly TextChange[] | undefined {
  const combinations = Array.from({ length: 2 ** changes.length }, (_, bits) =>
    changes.filter((_change, at) => bits & (1 << at)),
  )
  combinations.sort((left, right) => left.length - right.length)
  return combinations.find(
    (combination) => combination.reduce((text, change) => keepText(change, text), sent) === kept,
  )
}

/** Asks whether a text is what was sent, named changes aside. */
export function isKept(sent: string, kept: string): boolean {
  return sent === kept || namedChanges(sent, kept) !== undefined
}
