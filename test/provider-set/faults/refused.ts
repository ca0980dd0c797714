import { idIn } from '../calls.ts'
import { breaking } from '../fault.ts'
import { alter } from '../kept-posts.ts'
import { type Change, type Post, Refusal } from '../provider.ts'

/** Turns a create away and does something all the same. */
function addingRefused(refuses: (post: Pick<Post, 'title' | 'content'>) => boolean, status: number): Change {
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
  refuses: (fields: Partial<Post>) => boolean,
  deed: (was: Post, fields: Partial<Post>) => Partial<Post>,
): Change {
  return (provider, correct) => ({
    accept: (body, call) => {
      if (call.method !== 'PUT' || !refuses({ ...(body as Post) })) return correct.accept(body, call)
      alter(provider, idIn(call), (was) => deed(was, body as Partial<Post>))
      throw new Refusal(422, 'This is refused.')
    },
  })
}

/** Creates that are refused and done all the same: `create.adds`. */
export const refusedCreateFaults = breaking('create.adds', {
  'refused-wrong-type-is-added': [
    'A title that is not a string is refused with 422, and the post is there.',
    addingRefused(({ title }) => typeof title !== 'string', 422),
  ],
  'refused-empty-title-is-added': [
    'An empty title is refused with 422, and the post is there.',
    addingRefused(({ title }) => title === '', 422),
  ],
  'refused-long-title-is-added': [
    'A title of more than 255 characters is refused with 400, and the post is there.',
    addingRefused(({ title }) => title.length > 255, 400),
  ],
})

/** Replaces that are refused and half done: `replace.whole`. */
export const refusedReplaceFaults = breaking('replace.whole', {
  'refused-replace-empties': [
    'A replace without content is refused, and the content is empty.',
    alteringRefused(
      ({ content }) => content === undefined,
      () => ({ content: '' }),
    ),
  ],
  'refused-type-takes-content': [
    'A replace with a title that is not a string is refused, and the content is replaced.',
    alteringRefused(
      ({ title }) => typeof title !== 'string',
      (_was, { content = '' }) => ({ content }),
    ),
  ],
  'refused-duplicate-takes-content': [
    'A replace with a title that another post has is refused with 409, and the content is replaced.',
    (provider, correct) => ({
      accept: (body, call) => {
        const input = correct.accept(body, call)
        const id = idIn(call)
        if (
          call.method !== 'PUT' ||
          !provider.all().some((post) => post.id !== id && post.title === input.title)
        )
          return input
        alter(provider, id, () => ({ content: input.content }))
        throw new Refusal(409, 'The title is taken.')
      },
    }),
  ],
  'refused-replace-removes': [
    'A replace without title is refused, and the post is gone.',
    (provider, correct) => ({
      accept: (body, call) => {
        if (call.method === 'PUT' && !(body as Partial<Post>).title) provider.posts.delete(idIn(call))
        return correct.accept(body, call)
      },
    }),
  ],
})
