import { remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, others } from '../kept-posts.ts'

/** Texts that a service keeps once, or takes for known: writes that are lost or reach others by it. */
export const deduplicationFaults = [
  ...breaking('others.untouched', {
    'shared-content-deleted-with-one': [
      'Equal contents are kept once, and go with the first post that is deleted.',
      (provider, correct) => ({
        erase: (id) => {
          const gone = provider.posts.get(id)
          correct.erase(id)
          for (const post of others(provider, id))
            if (gone && gone.content !== '' && post.content === gone.content)
              alter(provider, post.id, () => ({ content: '' }))
        },
      }),
    ],
  }),
  ...breaking('replace.whole', {
    'earlier-replace-again-ignored': [
      'A replace whose body the post has had before is taken for a repeat, and ignored.',
      (_provider, correct) => {
        const seen = new Set<string>()
        return {
          replace: (id, input) => {
            const key = `${id} ${input.title} ${input.content}`
            const was = correct.find(id)
            const isKnown = seen.has(key) && was
            seen.add(key)
            return correct.replace(id, isKnown ? { ...input, title: was.title, content: was.content } : input)
          },
        }
      },
    ],
  }),
  ...breaking('create.adds', {
    'create-after-broken-json-begins-with-it': [
      'What was read of a body that is not JSON stands before the content of the next.',
      (_provider, correct) => {
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
    ],
  }),
  ...breaking('list.all', {
    'list-cached-by-count': [
      'The list is kept for as long as there are as many posts as before.',
      remembering((_written, provider, correct) => {
        let cached: { count: number; posts: ReturnType<typeof correct.all> } | undefined
        return {
          all: () => {
            if (cached?.count !== provider.posts.size)
              cached = { count: provider.posts.size, posts: correct.all() }
            return cached.posts
          },
        }
      }),
    ],
  }),
]
