import { remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { newest } from '../kept-posts.ts'
import { losingEvery } from '../memory.ts'
import type { Post } from '../provider.ts'

/** New posts that are lost, or get what is not theirs, because of what was before: `create.adds`. */
export const lostCreateFaults = breaking('create.adds', {
  'fourth-create-lost': ['Every fourth create is answered and lost.', losingEvery('create', 4)],
  'writes-lost-after-20': [
    'After 20 writes the service answers creates and keeps nothing.',
    (provider, correct) => {
      let writes = 0
      return {
        write: (id, input) => {
          const post = correct.write(id, input)
          if (++writes > 20) provider.posts.delete(id)
          return post
        },
      }
    },
  ],
  'create-after-delete-lost': [
    'The first create after a delete is answered and lost.',
    (provider, correct) => {
      let deleted = false
      return {
        erase: (id) => {
          deleted = true
          correct.erase(id)
        },
        create: (input) => {
          const reply = correct.create(input)
          if (deleted) provider.posts.delete(newest(provider))
          deleted = false
          return reply
        },
      }
    },
  ],
  'title-of-deleted-revives': [
    'A create with the title of a deleted post brings that one back, with its old content.',
    (provider, correct) => {
      const deleted = new Map<string, Post>()
      return {
        erase: (id) => {
          const post = provider.posts.get(id)
          if (post) deleted.set(post.title, post)
          correct.erase(id)
        },
        create: (input) => {
          const post = deleted.get(input.title)
          deleted.delete(input.title)
          if (!post || provider.posts.has(post.id)) return correct.create(input)
          provider.posts.set(post.id, post)
          return { status: 201, body: provider.show(post) }
        },
      }
    },
  ],
  'near-equal-contents-are-one': [
    'Contents are kept once for each beginning of 24 characters and each length.',
    (_provider, correct) => {
      const kept = new Map<string, string>()
      return {
        keep: (input) => {
          const key = `${input.content.slice(0, 24)} ${input.content.length}`
          const content = kept.get(key) ?? input.content
          kept.set(key, content)
          return { ...correct.keep(input), content }
        },
      }
    },
  ],
  'near-equal-titles-are-one': [
    'Titles are kept once for their letters, whatever the case.',
    (_provider, correct) => {
      const kept = new Map<string, string>()
      return {
        keep: (input) => {
          const key = input.title.toLowerCase()
          const title = kept.get(key) ?? input.title
          kept.set(key, title)
          return { ...correct.keep(input), title }
        },
      }
    },
  ],
  'text-of-last-refused': [
    'A refused create leaves its title to the next one.',
    (_provider, correct) => {
      let left: string | undefined
      return {
        accept: (body, call) => {
          const { title, content } = { ...(body as Post) }
          if (typeof content !== 'string') left = title
          const input = correct.accept(body, call)
          const mixed = left ?? input.title
          left = undefined
          return { ...input, title: mixed }
        },
      }
    },
  ],
})

/** Creates that find a post where they should make one, because of what was before: `create.not-idempotent`. */
export const mergedCreateFaults = breaking('create.not-idempotent', {
  'old-title-still-taken': [
    'A create with the title that a post was created with is merged into it, though it was renamed.',
    remembering((written, provider, correct) => ({
      nextId: (input) =>
        provider.all().find(({ id, title }) => written(id)[0]?.title === input.title && title !== input.title)
          ?.id ?? correct.nextId(input),
    })),
  ],
})
