import { setTimeout as wait } from 'node:timers/promises'
import { onACopy, pause, sharingInput } from '../concurrency.ts'
import { breaking } from '../fault.ts'
import { isEqual } from '../kept-posts.ts'
import type { PostInput, Reply } from '../provider.ts'

/** Creates that are right one by one, and not at once: `create.adds`. */
export const concurrentCreateFaults = [
  ...breaking('create.adds', {
    'creates-at-once-lost': [
      'A create writes all posts back as it found them, and its own.',
      onACopy('create'),
    ],
    'creates-at-once-share-texts': [
      'Creates at once keep the texts of the last of them.',
      sharingInput('create'),
    ],
    'creates-at-once-beyond-two-lost': [
      'Of creates at once two are kept, all are answered.',
      (provider, correct) => {
        let running = 0
        return {
          create: async (input) => {
            running++
            await wait(pause)
            const reply = correct.create(input)
            if (running > 2) provider.posts.delete(provider.lastId)
            running--
            return reply
          },
        }
      },
    ],
  }),
  ...breaking('create.assigns-id', {
    'creates-at-once-share-an-id': [
      'Creates at once get the same id.',
      (provider, correct) => ({
        create: async (input) => {
          const id = provider.lastId + 1n
          await wait(pause)
          provider.lastId = id - 1n
          return correct.create(input)
        },
      }),
    ],
  }),
  ...breaking('create.not-idempotent', {
    'equal-creates-at-once-merged': [
      'Equal creates at once are taken for a double click.',
      (_provider, correct) => {
        const running: [PostInput, Promise<Reply>][] = []
        return {
          create: async (input) => {
            const twin = running.find(([other]) => isEqual(other, input))
            if (twin) return twin[1]
            const reply = wait(pause).then(() => correct.create(input))
            running.push([input, reply])
            await reply
            running.shift()
            return reply
          },
        }
      },
    ],
  }),
]
