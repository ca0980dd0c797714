import type { Change, Provider } from '../provider.ts'
import { varying } from '../variation.ts'

/** Lets somebody else work on posts of their own whenever a request comes. */
function withForeignPosts(work: (provider: Provider, count: number, theirs: bigint[]) => void): Change {
  return (provider, correct) => {
    const theirs: bigint[] = []
    let count = 0
    return {
      answer: async (call) => {
        work(provider, count++, theirs)
        return correct.answer(call)
      },
    }
  }
}

function theirPost(provider: Provider, title: string, content = 'Not yours.'): bigint {
  const input = { title, content, fields: {} }
  return provider.write(provider.nextId(input), input).id
}

/** Fills a provider with posts of others before the first request. */
function filledWith(
  count: number,
  title: (index: number) => string,
  content?: (index: number) => string,
): Change {
  return (provider) => {
    for (let index = 0; index < count; index++) {
      const id = ++provider.lastId
      provider.posts.set(id, { id, title: title(index), content: content?.(index) ?? 'Old.' })
    }
    return {}
  }
}

/** Posts of others, and others at work. */
export const foreignPostVariations = varying('strangers', {
  'strangers-come': [
    'Somebody else creates a post before every third request.',
    withForeignPosts((provider, count) => {
      if (count % 3 === 2) theirPost(provider, `Somebody else's ${count}`)
    }),
  ],
  'strangers-come-and-go': [
    'Somebody else creates and deletes posts all the time.',
    withForeignPosts((provider, count, theirs) => {
      if (count % 3 === 0) theirs.push(theirPost(provider, `Somebody else's ${count}`))
      const [gone] = count % 4 === 3 ? theirs.splice(0, 1) : []
      if (gone !== undefined) provider.erase(gone)
    }),
  ],
  'strangers-take-freed-ids': [
    'Somebody else creates a post under each id that was just freed.',
    (provider, correct) => ({
      answer: async (call) => {
        const reply = await correct.answer(call)
        const id = /\/(\d+)$/.exec(call.path)?.[1]
        if (call.method === 'DELETE' && id !== undefined && reply.status === 204)
          provider.write(BigInt(id), { title: 'Minutes', content: 'Not yours.', fields: {} })
        return reply
      },
    }),
  ],
  'strangers-edit': [
    'Somebody else replaces their own post all the time.',
    withForeignPosts((provider, count, theirs) => {
      const [id = theirPost(provider, 'Draft')] = theirs
      theirs[0] = id
      provider.write(id, { title: `Draft ${count}`, content: 'Not yours.', fields: {} })
    }),
  ],
  'strangers-before-each-create': [
    'Somebody else creates a post just before each of ours.',
    (provider, correct) => ({
      create: (input) => {
        theirPost(provider, 'Just before')
        return correct.create(input)
      },
    }),
  ],
  'strangers-after-each-create': [
    'Somebody else creates a post just after each of ours, with its title in capitals.',
    (provider, correct) => ({
      create: (input) => {
        const reply = correct.create(input)
        theirPost(provider, input.title.toUpperCase())
        return reply
      },
    }),
  ],
  'filled-2000': ['There are 2,000 posts of others.', filledWith(2000, (index) => `Old post ${index}`)],
  'filled-with-equal-posts': ['There are 30 equal posts of others.', filledWith(30, () => 'Old post')],
  'filled-with-odd-texts': [
    'There are posts of others with odd texts: empty, long, right to left, markup.',
    filledWith(
      12,
      (index) => ['', ' ', '<script>', '🚀'.repeat(50), '\u202Eabc', 'null', '0', '{{x}}'][index % 8] ?? '',
      (index) => (index % 3 ? '' : 'long '.repeat(2000)),
    ),
  ],
  'filled-with-holes': [
    'There are posts of others with gaps between their ids.',
    (provider) => {
      for (const id of [3n, 10n, 11n, 100n, 101n, 1000n])
        provider.posts.set(id, { id, title: `Old post ${id}`, content: 'Old.' })
      provider.lastId = 1000n
      return {}
    },
  ],
})
