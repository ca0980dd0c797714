import type { Change } from '../provider-set/provider.ts'
import { type Encoding, encodeWith } from '../support/encodings.ts'

/** Characters that act on a terminal or turn a text round, and text that a CI service or Markdown would act on. */
const acting =
  '\u009b31m\u009d0;x\u0007\u001b[2J\u202e\u2066\u200f\ufeff\u2028\ud83d <img src=x> ![x](http://e.example/x) | `\n::error::planted\n##[error]planted'

/**
 * A provider that repeats secrets, with characters that act on their reader: in bodies, in names and values of headers,
 * in Location and in errors. A report has a fault to show: no post is ever replaced.
 */
export function echoing(secrets: readonly string[], names: readonly Encoding[], draw: () => number): Change {
  const told = () => secrets.map((secret) => encodeWith(names, secret, draw))
  return (provider, correct) => ({
    show: (post) => ({ ...post, seen: `${acting} ${told().join(' ')}` }),
    problem: (status) => {
      const echo = told().join(' ')
      return { status, body: { message: `${acting} ${echo}`, [echo]: echo } }
    },
    replace: (id) => (correct.find(id) ? provider.problem(409, '') : provider.missing(id)),
    remove: (id) => {
      const { status, ...reply } = correct.remove(id)
      return status === 204 ? { status: 200, body: { deleted: told().join(' '), id } } : { status, ...reply }
    },
    answer: async (call) => {
      const reply = await correct.answer(call)
      const [first = ''] = told()
      const echo = encodeURIComponent(told().join(' '))
      return {
        ...reply,
        headers: {
          ...(/^[\w-]{4,60}$/.test(first) ? { [first]: 'yes' } : {}),
          'x-echo': echo,
          location: `/v1/elsewhere/${echo}`,
          allow: `GET, ${echo}`,
        },
      }
    },
  })
}
