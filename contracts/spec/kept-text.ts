import type { Profile } from '../../handlers/choices/profile.ts'
import { choices } from '../../handlers/choices.ts'
import type { PostFields } from '../../handlers/model/post.ts'
import { keepText } from '../../handlers/operations/post-input.ts'

/** A change of texts that real services make: an answer of `text.kept`. */
export type TextChange = Exclude<Profile['text.kept'], 'verbatim'>

const changes = choices['text.kept'].answers.filter((answer): answer is TextChange => answer !== 'verbatim')

/**
 * The fewest named changes that turn the sent text into the kept one; empty where it is verbatim, undefined where
 * there are none, which breaks a clause.
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

/** Whether a text is the sent one, apart from named changes. */
export function isKept(sent: string, kept: string): boolean {
  return sent === kept || namedChanges(sent, kept) !== undefined
}

/** Whether both texts of a post are the sent ones, apart from named changes. */
export function areKept(sent: PostFields, kept: PostFields): boolean {
  return isKept(sent.title, kept.title) && isKept(sent.content, kept.content)
}
