import { breaking } from '../fault.ts'
import { alter, others } from '../kept-posts.ts'
import type { Post } from '../provider.ts'

/** Texts that a service keeps once, or takes for known: writes that are lost or reach others by it. */
export const deduplicationFaults = breaking({
  'others.untouched': {
    // Equal contents are kept once, and go with the first post that is deleted.
    'shared-content-deleted-with-one': (provider, correct) => ({
      erase: (id) => {
        const gone = provider.posts.get(id)
        correct.erase(id)
        for (const post of others(provider, id))
          if (gone && post.content === gone.content) alter(provider, post.id, () => ({ content: '' }))
      },
    }),
  },
  'replace.whole': {
    // A replace whose body the post has had before is taken for a repeat, and ignored.
    'earlier-replace-again-ignored': (_provider, correct) => {
      const seen = new Set<string>()
      return {
        replace: (id, input) => {
          const key = `${id} ${input.title} ${input.content}`
          const was = seen.has(key) ? correct.find(id) : undefined
          seen.add(key)
          return correct.replace(id, was ? { ...input, title: was.title, content: was.content } : input)
        },
      }
    },
  },
  'create.adds': {
    // What was read of a body that is not JSON stands before the content of the next.
    'create-after-broken-json-begins-with-it': (_provider, correct) => {
      let rest = ''
      return {
        readBody: (call) => {
          try {
            return correct.readBody(call)
          } catch (refused) {
            rest = call.body.toString()
            throw refused
          }
        },
        create: (input) => {
          const content = rest + input.content
          rest = ''
          return correct.create({ ...input, content })
        },
      }
    },
    // Contents are kept once for each beginning of 24 characters and each length.
    'near-equal-contents-are-one': (_provider, correct) => {
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
    // Titles are kept once for their letters, whatever the case.
    'near-equal-titles-are-one': (_provider, correct) => {
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
  },
  'list.all': {
    // The list is kept for as long as there are as many posts as before.
    'list-cached-by-count': (provider, correct) => {
      const cached: { count?: number; posts: Post[] } = { posts: [] }
      return {
        all: () => {
          const count = provider.posts.size
          if (cached.count !== count) Object.assign(cached, { count, posts: correct.all() })
          return cached.posts
        },
      }
    },
  },
})
