import { followed, preceded } from '../changes.ts'
import type { Change, Provider } from '../provider.ts'
import { varying } from '../variation.ts'

/** Lets somebody else work on posts of their own whenever a request comes. */
function withForeignPosts(work: (provider: Provider, count: number, theirs: bigint[]) => void): Change {
  return (provider, correct, theirs: bigint[] = [], asked = { count: 0 }) => ({
    answer: preceded(correct.answer, () => work(provider, asked.count++, theirs)),
  })
}

const theirs = (title: string) => ({ title, content: 'Not yours.', fields: {} })

function addTheirs(provider: Provider, title: string): bigint {
  return provider.write(provider.nextId(theirs(title)), theirs(title)).id
}

/** Fills a provider with posts of others before the first request. */
function filledWith(
  count: number,
  title: (index: number) => string,
  { content = (_index: number): string => 'Old.', id = (index: number) => BigInt(index + 1) } = {},
): Change {
  return (provider) => {
    for (let index = 0; index < count; index++) {
      provider.lastId = id(index)
      provider.posts.set(id(index), { id: id(index), title: title(index), content: content(index) })
    }
    return {}
  }
}

const oddTitles = ['', ' ', '<script>', '🚀'.repeat(50), '\u202Eabc', 'null', '0', '{{x}}']
const oddIds = [3n, 10n, 11n, 100n, 101n, 1000n]

/** Posts of others, and others at work. */
export const foreignPostVariations = varying({
  strangers: {
    'strangers-come': withForeignPosts((provider, count) => {
      if (count % 3 === 2) addTheirs(provider, `Somebody else's ${count}`)
    }),
    'strangers-come-and-go': withForeignPosts((provider, count, added) => {
      if (count % 3 === 0) added.push(addTheirs(provider, `Somebody else's ${count}`))
      const gone = count % 4 === 3 ? added.shift() : undefined
      if (gone !== undefined) provider.erase(gone)
    }),
    'strangers-take-freed-ids': (provider, correct) => ({
      answer: async (call) => {
        const reply = await correct.answer(call)
        const id = /\/(\d+)$/.exec(call.path)?.[1]
        if (call.method === 'DELETE' && id !== undefined && reply.status === 204)
          provider.write(BigInt(id), theirs('Minutes'))
        return reply
      },
    }),
    'strangers-edit': withForeignPosts((provider, count, added) => {
      if (count === 0) added.push(addTheirs(provider, 'Draft'))
      provider.write(added[0] ?? 0n, theirs(`Draft ${count}`))
    }),
    'strangers-before-each-create': (provider, correct) => ({
      create: preceded(correct.create, () => addTheirs(provider, 'Just before')),
    }),
    // With the title in capitals.
    'strangers-after-each-create': (provider, correct) => ({
      create: followed(correct.create, (_reply, { title }) => addTheirs(provider, title.toUpperCase())),
    }),
    'filled-2000': filledWith(2000, (index) => `Old post ${index}`),
    'filled-with-equal-posts': filledWith(30, () => 'Old post'),
    'filled-with-odd-texts': filledWith(12, (index) => oddTitles[index % 8] ?? '', {
      content: (index) => (index % 3 ? '' : 'long '.repeat(2000)),
    }),
    'filled-with-holes': filledWith(oddIds.length, (index) => `Old post ${oddIds[index]}`, {
      id: (index) => oddIds[index] ?? 0n,
    }),
  },
})
