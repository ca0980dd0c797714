import { alter, others } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import { type Change, idIn, type Post, Refusal, type Texts } from '../provider.ts'

/** Refuses a create, and does it all the same. */
function addingRefused(status: number, refuses: (post: Texts) => boolean): Change {
  return (provider, correct) => ({
    accept: (body, call) => {
      const { title, content } = { ...(body as Post) }
      if (call.method !== 'POST' || !refuses({ title, content })) return correct.accept(body, call)
      const input = { title: String(title), content: String(content ?? ''), fields: {} }
      provider.write(provider.nextId(input), input)
      throw new Refusal(status, 'This is refused.')
    },
  })
}

/** Does something to a post, and then refuses to replace it. */
function alteringRefused(
  status: number,
  refuses: (fields: Partial<Post>, others: readonly Post[]) => boolean,
  deed: (fields: Partial<Post>) => Partial<Post>,
): Change {
  return (provider, correct) => ({
    accept: (body, call) => {
      const isRefused = refuses({ ...(body as Post) }, others(provider, idIn(call)))
      if (call.method !== 'PUT' || !isRefused) return correct.accept(body, call)
      alter(provider, idIn(call), () => deed(body as Partial<Post>))
      throw new Refusal(status, 'This is refused.')
    },
  })
}

/** Writes that are refused, and done all the same or half. */
export const refusedFaults = breaking({
  'create.adds': {
    'refused-wrong-type-is-added': addingRefused(422, ({ title }) => typeof title !== 'string'),
    'refused-empty-title-is-added': addingRefused(422, ({ title }) => title === ''),
    'refused-long-title-is-added': addingRefused(400, ({ title }) => title.length > 255),
  },
  'replace.whole': {
    // A replace without content is refused, and the content is empty.
    'refused-replace-empties': alteringRefused(
      422,
      ({ content }) => content === undefined,
      () => ({ content: '' }),
    ),
    // A replace with a title that is not a string is refused, and the content is replaced.
    'refused-type-takes-content': alteringRefused(
      422,
      ({ title }) => typeof title !== 'string',
      ({ content = '' }) => ({ content }),
    ),
    // A replace with the title of another post is refused, and the content is replaced.
    'refused-duplicate-takes-content': alteringRefused(
      409,
      (fields, others) => others.some(({ title }) => title === fields.title),
      ({ content = '' }) => ({ content }),
    ),
    // A replace without title is refused, and the post is gone.
    'refused-replace-removes': (provider, correct) => ({
      accept: (body, call) => {
        if (call.method === 'PUT' && !(body as Partial<Post>).title) provider.posts.delete(idIn(call))
        return correct.accept(body, call)
      },
    }),
  },
})
