import { setTimeout as wait } from 'node:timers/promises'
import { delayed, onACopy, pause, sharingInput } from '../concurrency.ts'
import { breaking } from '../fault.ts'
import { isEqual } from '../kept-posts.ts'
import type { PostInput, Reply } from '../provider.ts'

/** Creates that are right one by one, and not at once. */
export const concurrentCreateFaults = breaking({
  'create.adds': {
    // A create writes all posts back as it found them, and its own.
    'creates-at-once-lost': onACopy('create'),
    // Creates at once keep the texts of the last of them.
    'creates-at-once-share-texts': sharingInput('create'),
    // Of creates at once two are kept, all are answered.
    'creates-at-once-beyond-two-lost': (provider, correct) => {
      let running = 0
      return {
        create: async (input) => {
          running++
          const reply = await delayed(correct.create)(input)
          if (running > 2) provider.posts.delete(provider.lastId)
          running--
          return reply
        },
      }
    },
  },
  'create.assigns-id': {
    'creates-at-once-share-an-id': (provider, correct) => ({
      create: async (input) => {
        const before = provider.lastId
        await wait(pause)
        provider.lastId = before
        return correct.create(input)
      },
    }),
  },
  'create.not-idempotent': {
    // Equal creates at once are taken for a double click.
    'equal-creates-at-once-merged': (_provider, correct) => {
      const running: [PostInput, Promise<Reply>][] = []
      return {
        create: async (input) => {
          const twin = running.find(([other]) => isEqual(other, input))
          if (twin) return twin[1]
          const reply = delayed(correct.create)(input)
          running.push([input, reply])
          await reply
          running.shift()
          return reply
        },
      }
    },
  },
})
