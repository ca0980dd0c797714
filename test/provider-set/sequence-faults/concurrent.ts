import { setTimeout as wait } from 'node:timers/promises'
import { atMost, delayed, onACopy, pause, sharingInput } from '../concurrency.ts'
import { copy, isEqual, nextTo } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import type { Post, PostInput, Reply } from '../provider.ts'

/** Operations that are right one by one, and not at once. */
export const concurrentFaults = breaking({
  'create.adds': {
    // The database is locked for a create that meets two others.
    'creates-at-once-locked': (_, correct) => ({ create: atMost(2, correct.create, { status: 500 }) }),
    // A create writes all posts back as it found them, and its own.
    'creates-at-once-lost': onACopy('create'),
    // Creates at once keep the texts of the last of them.
    'creates-at-once-share-texts': sharingInput('create'),
    // Of creates at once two are kept, all are answered.
    'creates-at-once-beyond-two-lost': (provider, correct, running = { count: 0 }) => ({
      create: async (input) => {
        running.count++
        const reply = await delayed(correct.create)(input)
        if (running.count > 2) provider.posts.delete(provider.lastId)
        running.count--
        return reply
      },
    }),
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
    'equal-creates-at-once-merged': (_provider, correct, running: [PostInput, Promise<Reply>][] = []) => ({
      create: async (input) => {
        const twin = running.find(([other]) => isEqual(other, input))
        if (twin) return twin[1]
        const reply = delayed(correct.create)(input)
        running.push([input, reply])
        await reply
        running.shift()
        return reply
      },
    }),
  },
  'replace.whole': {
    // Of replaces at once the contents are joined.
    'replaces-at-once-joined': (_provider, correct, running = new Map<bigint, string>()) => ({
      replace: async (id, input) => {
        const content = (running.get(id) ?? '') + input.content
        running.set(id, content)
        await wait(pause)
        running.delete(id)
        return correct.replace(id, { ...input, content })
      },
    }),
    // A read that meets a replace of the same post writes back what it has read.
    'read-at-once-writes-back': (provider, correct) => ({
      read: async (id) => {
        const post = correct.find(id)
        await wait(pause * 2)
        if (post && correct.find(id)) provider.posts.set(id, post)
        return post ? provider.found(post) : provider.missing(id)
      },
      replace: delayed(correct.replace),
    }),
  },
  'others.untouched': {
    // Replaces of different posts keep the texts of the last.
    'replaces-at-once-share-texts': sharingInput('replace'),
    // Replaces of different posts take one another back.
    'replaces-at-once-lose-one': onACopy('replace'),
    // A delete that meets another removes the post one place further.
    'deletes-at-once-take-the-next': (provider, correct, running = { count: 0 }) => ({
      remove: async (id) => {
        running.count++
        await wait(pause)
        const next = running.count > 1 ? nextTo(provider, id) : undefined
        setTimeout(() => running.count--, pause)
        return correct.remove(correct.find(id) ? (next ?? id) : id)
      },
    }),
  },
  'read.ok': {
    // Reads at once answer with the post that was asked for last.
    'reads-at-once-crossed': (_provider, correct, asked = { id: 0n }) => ({
      read: async (id) => {
        asked.id = id
        await wait(pause)
        return correct.read(correct.find(id) ? asked.id : id)
      },
    }),
    // A read during a replace answers with the post that is being replaced.
    'read-at-once-with-replace-of-another-crossed': (_provider, correct, busy: bigint[] = []) => ({
      replace: async (id, input) => {
        busy.push(id)
        await wait(pause * 2)
        busy.length = 0
        return correct.replace(id, input)
      },
      read: async (id) => {
        await wait(pause)
        return correct.read(correct.find(id) ? (busy.at(-1) ?? id) : id)
      },
    }),
  },
  'replace.idempotent': {
    'equal-replaces-at-once-copy': (provider, correct, running: [bigint, PostInput][] = []) => ({
      replace: async (id, input) => {
        const isTwin = running.some(([other, sent]) => other === id && isEqual(sent, input))
        running.push([id, input])
        await wait(pause)
        running.shift()
        const reply = correct.replace(id, input)
        if (isTwin) copy(provider, provider.posts.get(id))
        return reply
      },
    }),
  },
  'delete.idempotent': {
    // Of two deletes of the same post the second removes the post after it.
    'deletes-at-once-of-one-take-two': (provider, correct, running = new Set<bigint>()) => ({
      remove: async (id) => {
        const isSecond = running.has(id)
        running.add(id)
        const next = nextTo(provider, id)
        await wait(pause)
        running.delete(id)
        if (isSecond && next !== undefined) provider.posts.delete(next)
        return correct.remove(id)
      },
    }),
  },
  'delete.removes': {
    // A replace that meets a delete of the same post leaves it in the list alone.
    'replace-at-once-leaves-a-ghost': (
      provider,
      correct,
      ghosts: Post[] = [],
      replacing = new Map<bigint, PostInput>(),
    ) => ({
      replace: async (id, input) => {
        replacing.set(id, input)
        await wait(pause)
        replacing.delete(id)
        return correct.replace(id, input)
      },
      remove: async (id) => {
        await wait(pause / 2)
        const input = replacing.get(id)
        if (input && provider.posts.has(id)) ghosts.push({ id, title: input.title, content: input.content })
        return correct.remove(id)
      },
      all: () => [...correct.all(), ...ghosts],
    }),
  },
})
