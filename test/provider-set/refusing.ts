import { idIn } from './calls.ts'
import { type Change, type Post, type PostInput, Refusal } from './provider.ts'

/** Refuses what is well-formed and yet not wanted. */
export function refusing(
  status: number,
  isUnwanted: (input: PostInput, posts: readonly Post[]) => boolean,
): Change {
  return (provider, correct) => ({
    accept: (body, call) => {
      const input = correct.accept(body, call)
      const others = provider.all().filter(({ id }) => id !== idIn(call))
      if (isUnwanted(input, others)) throw new Refusal(status, 'This is not wanted.')
      return input
    },
  })
}

/** Asks whether either text has a match. */
export function isIn(input: PostInput, pattern: RegExp): boolean {
  return pattern.test(input.title) || pattern.test(input.content)
}
