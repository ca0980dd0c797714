import { followed, mixing, preceded } from '../changes.ts'
import { breaking } from '../member.ts'
import { cachingReads, losingEvery } from '../memory.ts'

/** Replaces that are not seen, and reads that answer with another post, because of what was asked before them. */
export const staleFaults = breaking({
  'replace.whole': {
    // A read is kept, and no replace empties the cache.
    'read-cached-over-replace': cachingReads(({ id }) => id, 'create', 'remove'),
    // A post is replaced twice; what comes then is ignored.
    'third-replace-ignored': mixing(({ id }, input, provider) => {
      const { title, content } = provider.written(id)[2] ?? input
      return { title, content }
    }),
    // Of whatever posts.
    'fifth-replace-lost': losingEvery(5, 'replace'),
    // It is one more than the version of a post can count.
    'sixth-replace-removes': (provider, correct) => ({
      replace: followed(
        correct.replace,
        (_reply, id) => provider.written(id).length > 6 && provider.posts.delete(id),
      ),
    }),
    // A second replace in a row keeps the content of the first.
    'replace-twice-in-a-row-merges': (_provider, correct, replaced: bigint[] = []) => ({
      answer: preceded(correct.answer, ({ method }) => {
        if (method !== 'PUT') replaced.length = 0
      }),
      replace: (id, input) => {
        const was = replaced.at(-1) === id ? correct.find(id) : undefined
        replaced.push(id)
        return correct.replace(id, { ...input, content: was?.content ?? input.content })
      },
    }),
    // A replace reaches one of two copies, and reads go to them by turns.
    'replace-on-one-of-two-replicas': (provider, correct, reads = { count: 0 }) => ({
      read: (id) => {
        const first = provider.written(id)[0]
        return reads.count++ % 2 && first && correct.find(id) ? provider.found(first) : correct.read(id)
      },
    }),
  },
  'read.ok': {
    'read-cached-by-title': cachingReads(({ title }) => title, 'create', 'replace', 'remove'),
    // A read halves a list of ids ordered as text, and compares them as numbers.
    'read-searches-ids-as-text': (provider, correct) => ({
      read: (id) => {
        const ids = [...provider.posts.keys()].sort((one, other) => String(one).localeCompare(String(other)))
        let [low, high] = [0, ids.length - 1]
        while (low < high) {
          const middle = (low + high) >> 1
          if ((ids[middle] ?? 0n) < id) low = middle + 1
          else high = middle
        }
        return ids[low] === id ? correct.read(id) : provider.missing(id)
      },
    }),
  },
})
