import { setTimeout as wait } from 'node:timers/promises'
import { onACopy, pause, sharingInput } from '../concurrency.ts'
import { breaking } from '../fault.ts'

/** Other operations that are right one by one, and not at once. */
export const concurrentFaults = [
  ...breaking('replace.whole', {
    'replaces-at-once-joined': [
      'Of replaces at once the contents are joined.',
      (_provider, correct) => {
        const running = new Map<bigint, string>()
        return {
          replace: async (id, input) => {
            const content = (running.get(id) ?? '') + input.content
            running.set(id, content)
            await wait(pause)
            running.delete(id)
            return correct.replace(id, { ...input, content })
          },
        }
      },
    ],
  }),
  ...breaking('others.untouched', {
    'replaces-at-once-share-texts': [
      'Replaces of different posts at once keep the texts of the last.',
      sharingInput('replace'),
    ],
    'replaces-at-once-lose-one': [
      'Replaces of different posts at once take one another back.',
      onACopy('replace'),
    ],
    'deletes-at-once-take-the-next': [
      'A delete that meets another removes the post one place further.',
      (provider, correct) => {
        let running = 0
        return {
          remove: async (id) => {
            running++
            await wait(pause)
            const ids = [...provider.posts.keys()]
            const next = running > 1 ? ids[ids.indexOf(id) + 1] : id
            setTimeout(() => running--, pause)
            return correct.remove(correct.find(id) ? (next ?? id) : id)
          },
        }
      },
    ],
  }),
  ...breaking('read.ok', {
    'reads-at-once-crossed': [
      'Reads at once answer with the post that was asked for last.',
      (_provider, correct) => {
        let asked = 0n
        return {
          read: async (id) => {
            asked = id
            await wait(pause)
            return correct.find(id) ? correct.read(asked) : correct.read(id)
          },
        }
      },
    ],
    'read-at-once-with-replace-of-another-crossed': [
      'A read during a replace answers with the post that is being replaced.',
      (_provider, correct) => {
        let busy: bigint | undefined
        return {
          replace: async (id, input) => {
            busy = id
            await wait(pause * 2)
            busy = undefined
            return correct.replace(id, input)
          },
          read: async (id) => {
            await wait(pause)
            return correct.find(id) ? correct.read(busy ?? id) : correct.read(id)
          },
        }
      },
    ],
  }),
]
