import { setTimeout as wait } from 'node:timers/promises'
import { followed, sendingBodies } from '../changes.ts'
import { varying } from '../member.ts'
import { type Call, type Change, isWrite, type Post, type Reply } from '../provider.ts'

function slow(milliseconds: (count: number, call: Call) => number): Change {
  return (_provider, correct, asked = { count: 0 }) => ({
    answer: async (call) => {
      await wait(milliseconds(asked.count++, call))
      return correct.answer(call)
    },
  })
}

/** Lets reads and lists see a copy of the posts that lags behind by some ms, with a delay for each kind of write. */
export function lagging({ write = 0, erase = 0 }, seam: 'read' | 'list' | 'both'): Change {
  return (provider, correct) => {
    const copy = new Map<bigint, Post>()
    let due: { readonly id: bigint; readonly at: number; readonly apply: () => void }[] = []
    const later = (id: bigint, delay: number, apply: () => void) =>
      due.push({ id, at: provider.now() + delay, apply })
    const seen = (): ReadonlyMap<bigint, Post> => {
      // What was done to one post arrives in its order, whatever the delays.
      const waiting = new Set<bigint>()
      due = due.filter(({ id, at, apply }) => {
        if (at > provider.now()) waiting.add(id)
        if (!waiting.has(id)) apply()
        return waiting.has(id)
      })
      return copy
    }
    const read = (id: bigint): Reply => {
      const post = seen().get(id)
      return post ? provider.found(post) : provider.missing(id)
    }
    return {
      write: followed(correct.write, (post, id) => later(id, write, () => copy.set(id, post))),
      erase: followed(correct.erase, (_gone, id) => later(id, erase, () => copy.delete(id))),
      ...(seam === 'list' ? {} : { read }),
      ...(seam === 'read' ? {} : { all: () => [...seen().values()] }),
    }
  }
}

/** Answers that take their time, and writes that do. */
export const timeVariations = varying({
  time: {
    slow: slow(() => 200),
    'slow-writes': slow((_count, call) => (isWrite(call) ? 150 : 0)),
    'slow-now-and-then': slow((count) => (count % 7 === 6 ? 300 : 0)),
    // A cold start.
    'slow-at-first': slow((count) => (count === 0 ? 700 : 0)),
    // Answers to requests that come together overtake one another.
    uneven: slow((count) => (count * 7) % 20),
    trickling: sendingBodies((response, bytes) => {
      response.write(bytes.subarray(0, bytes.length / 2))
      setTimeout(() => response.end(bytes.subarray(bytes.length / 2)), 20)
    }),
    'list-lags': lagging({ write: 50, erase: 50 }, 'list'),
    'reads-lag': lagging({ write: 50, erase: 50 }, 'read'),
    'everything-lags': lagging({ write: 50, erase: 50 }, 'both'),
    'deletes-lag': lagging({ erase: 60 }, 'both'),
    'writes-lag': lagging({ write: 80 }, 'both'),
  },
})
