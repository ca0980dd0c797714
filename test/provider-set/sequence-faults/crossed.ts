import { setTimeout as wait } from 'node:timers/promises'
import { pause } from '../concurrency.ts'
import { breaking } from '../fault.ts'
import { copy, isEqual } from '../kept-posts.ts'
import type { PostInput } from '../provider.ts'

/** Requests that meet one another, and leave what neither would leave alone. */
export const crossingFaults = [
  ...breaking('replace.whole', {
    'read-at-once-writes-back': [
      'A read that meets a replace of the same post writes back what it has read.',
      (provider, correct) => {
        const reading = new Map<bigint, number>()
        return {
          read: async (id) => {
            const post = correct.find(id)
            reading.set(id, (reading.get(id) ?? 0) + 1)
            await wait(pause * 2)
            reading.set(id, (reading.get(id) ?? 0) - 1)
            if (post && correct.find(id)) provider.posts.set(id, post)
            return post ? { status: 200, body: provider.show(post) } : provider.missing(id)
          },
          replace: async (id, input) => {
            await wait(pause)
            return correct.replace(id, input)
          },
        }
      },
    ],
  }),
  ...breaking('replace.idempotent', {
    'equal-replaces-at-once-copy': [
      'Two equal replaces at once leave a copy.',
      (provider, correct) => {
        const running: [bigint, PostInput][] = []
        return {
          replace: async (id, input) => {
            const isTwin = running.some(([other, sent]) => other === id && isEqual(sent, input))
            running.push([id, input])
            await wait(pause)
            running.shift()
            const reply = correct.replace(id, input)
            if (isTwin) copy(provider, provider.posts.get(id))
            return reply
          },
        }
      },
    ],
  }),
  ...breaking('delete.idempotent', {
    'deletes-at-once-of-one-take-two': [
      'Of two deletes of the same post at once the second removes the post after it.',
      (provider, correct) => {
        const running = new Set<bigint>()
        return {
          remove: async (id) => {
            const isSecond = running.has(id)
            running.add(id)
            const ids = [...provider.posts.keys()]
            const next = ids[ids.indexOf(id) + 1]
            await wait(pause)
            running.delete(id)
            if (isSecond && next !== undefined) provider.posts.delete(next)
            return correct.remove(id)
          },
        }
      },
    ],
  }),
  ...breaking('delete.removes', {
    'replace-at-once-leaves-a-ghost': [
      'A replace that meets a delete of the same post leaves it in the list alone.',
      (provider, correct) => {
        const ghosts = new Map<bigint, { id: bigint; title: string; content: string }>()
        const replacing = new Map<bigint, PostInput>()
        return {
          replace: async (id, input) => {
            replacing.set(id, input)
            await wait(pause)
            replacing.delete(id)
            return correct.replace(id, input)
          },
          remove: async (id) => {
            await wait(pause / 2)
            const input = replacing.get(id)
            if (input && provider.posts.has(id))
              ghosts.set(id, { id, title: input.title, content: input.content })
            return correct.remove(id)
          },
          all: () => [...correct.all(), ...ghosts.values()],
        }
      },
    ],
  }),
]
