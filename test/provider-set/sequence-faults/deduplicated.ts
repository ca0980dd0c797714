import { after, mixing } from '../changes.ts'
import { alterAll, isEqual } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import type { Change, Post } from '../provider.ts'

/** Keeps a text once for each key that it has. */
function keepingOnce(field: 'title' | 'content', keyOf: (text: string) => string): Change {
  return (_provider, correct, kept = new Map<string, string>()) => ({
    keep: (input) => {
      const key = keyOf(input[field])
      const text = kept.get(key) ?? input[field]
      kept.set(key, text)
      return { ...correct.keep(input), [field]: text }
    },
  })
}

/** Texts that a service keeps once, or takes for known: writes that are lost or reach others by it. */
export const deduplicationFaults = breaking({
  'others.untouched': {
    // Equal contents are kept once, and go with the first post that is deleted.
    'shared-content-deleted-with-one': after('remove', (provider) => {
      const gone = provider.deleted.at(-1)
      alterAll(provider, ({ content }) => ({ content: content === gone?.content ? '' : content }))
    }),
  },
  'replace.whole': {
    // A replace whose body the post has had before is taken for a repeat, and ignored.
    'earlier-replace-again-ignored': mixing((was, input, { written }) => {
      const isKnown = written(was.id)
        .slice(1)
        .some((post) => isEqual(post, input))
      return isKnown ? { title: was.title, content: was.content } : {}
    }),
  },
  'create.adds': {
    // What was read of a body that is not JSON stands before the content of the next.
    'create-after-broken-json-begins-with-it': (_provider, correct, rest = { text: '' }) => ({
      readBody: (call) => {
        try {
          return correct.readBody(call)
        } catch (refused) {
          rest.text = call.body.toString()
          throw refused
        }
      },
      create: (input) => {
        const content = rest.text + input.content
        rest.text = ''
        return correct.create({ ...input, content })
      },
    }),
    // Contents are kept once for each beginning of 24 characters and each length.
    'near-equal-contents-are-one': keepingOnce('content', (text) => `${text.slice(0, 24)} ${text.length}`),
    // Titles are kept once for their letters, whatever the case.
    'near-equal-titles-are-one': keepingOnce('title', (text) => text.toLowerCase()),
  },
  'list.all': {
    // The list is kept for as long as there are as many posts as before.
    'list-cached-by-count': (
      provider,
      correct,
      cached: { count?: number; posts: Post[] } = { posts: [] },
    ) => ({
      all: () => {
        const count = provider.posts.size
        if (cached.count !== count) Object.assign(cached, { count, posts: correct.all() })
        return cached.posts
      },
    }),
  },
})
