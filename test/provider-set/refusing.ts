import { idIn } from './calls.ts'
import { type Call, type Change, type Post, type PostInput, Refusal } from './provider.ts'

/** Refuses what is well-formed and yet not wanted; `others` are the posts but the one that the request names. */
export function refusing(
  status: number,
  isUnwanted: (input: PostInput, others: readonly Post[], call: Call) => boolean,
): Change {
  return (provider, correct) => ({
    accept: (body, call) => {
      const input = correct.accept(body, call)
      const others = provider.all().filter(({ id }) => id !== idIn(call))
      if (isUnwanted(input, others, call)) throw new Refusal(status, 'This is not wanted.')
      return input
    },
  })
}

/** Refuses a post when either text has a match. */
export function refusingText(status: number, pattern: RegExp): Change {
  return refusing(status, ({ title, content }) => pattern.test(title) || pattern.test(content))
}
