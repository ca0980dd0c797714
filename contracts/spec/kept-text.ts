import { choices } from '../../handlers/choices.ts'
import type { PostFields } from '../../handlers/model/post.ts'
import { keepText } from '../../handlers/operations/post-input.ts'

const changes = choices['text.kept'].answers.filter((answer) => answer !== 'verbatim')
const combinations = Array.from({ length: 2 ** changes.length }, (_, bits) =>
  changes.filter((_change, at) => bits & (1 << at)),
)

/** Whether a text is the sent one, apart from the changes of `text.kept`, one or several: real services make these. */
export function isKept(sent: string, kept: string): boolean {
  return (
    sent === kept ||
    combinations.some((some) => some.reduce((text, change) => keepText(change, text), sent) === kept)
  )
}

/** Whether both texts of a post are the sent ones, apart from named changes. */
export function areKept(sent: PostFields, kept: PostFields): boolean {
  return isKept(sent.title, kept.title) && isKept(sent.content, kept.content)
}
