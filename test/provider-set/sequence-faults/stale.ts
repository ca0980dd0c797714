import { remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { cachingReads, losingEvery } from '../memory.ts'

/** Replaces that are not seen, because of what was asked before them: `replace.whole`. */
export const staleReplaceFaults = breaking('replace.whole', {
  'read-cached-over-replace': [
    'A read is kept, and no replace empties the cache.',
    cachingReads(({ id }) => id, 'create', 'remove'),
  ],
  'third-replace-ignored': [
    'A post is replaced twice; what comes then is ignored.',
    remembering((written, _provider, correct) => ({
      replace: (id, input) => {
        const last = written(id)[2]
        return correct.replace(id, last ? { ...input, title: last.title, content: last.content } : input)
      },
    })),
  ],
  'fifth-replace-lost': [
    'Every fifth replace, of whatever post, is answered and lost.',
    losingEvery('replace', 5),
  ],
  'sixth-replace-removes': [
    'The sixth replace of a post, one more than its version can count, removes it.',
    remembering((written, provider, correct) => ({
      replace: (id, input) => {
        const reply = correct.replace(id, input)
        if (written(id).length > 6) provider.posts.delete(id)
        return reply
      },
    })),
  ],
  'replace-twice-in-a-row-merges': [
    'A second replace in a row keeps the content of the first.',
    (_provider, correct) => {
      let last: bigint | undefined
      return {
        answer: (call) => {
          if (call.method !== 'PUT') last = undefined
          return correct.answer(call)
        },
        replace: (id, input) => {
          const was = correct.find(id)
          const again = last === id && was
          last = id
          return correct.replace(id, again ? { ...input, content: was.content } : input)
        },
      }
    },
  ],
  'replace-on-one-of-two-replicas': [
    'A replace reaches one of two copies, and reads go to them by turns.',
    remembering((written, provider, correct) => {
      let turn = 0
      return {
        read: (id) => {
          const first = written(id)[0]
          return turn++ % 2 && first && correct.find(id)
            ? { status: 200, body: provider.show(first) }
            : correct.read(id)
        },
      }
    }),
  ],
})

/** Single reads that answer with another post, because of what was asked before: `read.ok`. */
export const wrongReadFaults = breaking('read.ok', {
  'read-cached-by-title': [
    'Reads are kept under the title.',
    cachingReads(({ title }) => title, 'create', 'replace', 'remove'),
  ],
  'read-searches-ids-as-text': [
    'A read halves a list of ids ordered as text, and compares them as numbers.',
    (provider, correct) => ({
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
  ],
})
