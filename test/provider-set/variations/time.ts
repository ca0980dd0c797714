import { setTimeout as wait } from 'node:timers/promises'
import { isWrite } from '../calls.ts'
import type { Call, Change, Post, Reply } from '../provider.ts'
import { varying } from '../variation.ts'

/** Waits before requests are answered. */
function slow(milliseconds: (count: number, call: Call) => number): Change {
  return (_provider, correct) => {
    let count = 0
    return {
      answer: async (call) => {
        await wait(milliseconds(count++, call))
        return correct.answer(call)
      },
    }
  }
}

/** Lets reads and lists see a copy of the posts that lags behind by some ms, with a delay for each kind of write. */
function lagging(
  delays: { readonly write?: number; readonly erase?: number },
  seam: 'read' | 'list' | 'both',
): Change {
  return (provider, correct) => {
    const copy = new Map<bigint, Post>()
    let due: { readonly id: bigint; readonly at: number; readonly apply: () => void }[] = []
    const later = (id: bigint, delay: number, apply: () => void): void =>
      void due.push({ id, at: performance.now() + delay, apply })
    const seen = (): ReadonlyMap<bigint, Post> => {
      // What was done to one post arrives in its order, whatever the delays.
      const waiting = new Set<bigint>()
      due = due.filter(({ id, at, apply }) => {
        if (at > performance.now()) waiting.add(id)
        if (!waiting.has(id)) apply()
        return waiting.has(id)
      })
      return copy
    }
    const read = (id: bigint): Reply => {
      const post = seen().get(id)
      return post ? { status: 200, body: provider.show(post) } : provider.missing(id)
    }
    return {
      write: (id, input) => {
        const post = correct.write(id, input)
        later(id, delays.write ?? 0, () => copy.set(id, post))
        return post
      },
      erase: (id) => {
        correct.erase(id)
        later(id, delays.erase ?? 0, () => copy.delete(id))
      },
      ...(seam === 'list' ? {} : { read }),
      ...(seam === 'read' ? {} : { all: () => [...seen().values()] }),
    }
  }
}

/** Answers that take their time, and writes that do. */
export const timeVariations = varying('time', {
  slow: ['Every answer takes 200 ms.', slow(() => 200)],
  'slow-writes': ['Every write takes 150 ms.', slow((_count, call) => (isWrite(call) ? 150 : 0))],
  'slow-now-and-then': ['Every seventh answer takes 300 ms.', slow((count) => (count % 7 === 6 ? 300 : 0))],
  'slow-at-first': ['The first answer takes 700 ms: a cold start.', slow((count) => (count === 0 ? 700 : 0))],
  uneven: ['Answers to requests that come together overtake one another.', slow((count) => (count * 7) % 20)],
  trickling: [
    'Bodies come in two pieces, 20 ms apart.',
    (provider, correct) => ({
      send: (reply, response, call) => {
        if (reply.body === undefined) return correct.send(reply, response, call)
        const bytes = Buffer.from(provider.encode(reply.body))
        response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
        response.write(bytes.subarray(0, bytes.length / 2))
        setTimeout(() => response.end(bytes.subarray(bytes.length / 2)), 20)
      },
    }),
  ],
  'list-lags': ['The list shows a write after 50 ms.', lagging({ write: 50, erase: 50 }, 'list')],
  'reads-lag': ['A single read shows a write after 50 ms.', lagging({ write: 50, erase: 50 }, 'read')],
  'everything-lags': ['Reads and lists show a write after 50 ms.', lagging({ write: 50, erase: 50 }, 'both')],
  'deletes-lag': [
    'Reads and lists show a delete after 60 ms, other writes at once.',
    lagging({ erase: 60 }, 'both'),
  ],
  'writes-lag': ['Reads and lists show a create or replace after 80 ms.', lagging({ write: 80 }, 'both')],
})
