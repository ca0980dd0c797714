import { followed, holding, preceded } from '../changes.ts'
import { addForeign } from '../kept-posts.ts'
import { varying } from '../member.ts'
import type { Change, Provider } from '../provider.ts'

/** Lets somebody else work on posts of their own whenever a request comes. */
function withForeignPosts(work: (provider: Provider, count: number, theirs: bigint[]) => void): Change {
  return (provider, correct, theirs: bigint[] = [], asked = { count: 0 }) => ({
    answer: preceded(correct.answer, () => work(provider, asked.count++, theirs)),
  })
}

const theirs = (title: string) => ({ title, content: 'Not yours.', fields: {} })
const oddTitles = ['', ' ', '<script>', '🚀'.repeat(50), '\u202Eabc', 'null', '0', '{{x}}']
const oddIds = [3n, 10n, 11n, 100n, 101n, 1000n]

/** Posts of others, and others at work. */
export const foreignPostVariations = varying({
  strangers: {
    'strangers-come': withForeignPosts((provider, count) => {
      if (count % 3 === 2) addForeign(provider, `Somebody else's ${count}`)
    }),
    'strangers-come-and-go': withForeignPosts((provider, count, added) => {
      if (count % 3 === 0) added.push(addForeign(provider, `Somebody else's ${count}`))
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
      if (count === 0) added.push(addForeign(provider, 'Draft'))
      provider.write(added[0] ?? 0n, theirs(`Draft ${count}`))
    }),
    'strangers-before-each-create': (provider, correct) => ({
      create: preceded(correct.create, () => addForeign(provider, 'Just before')),
    }),
    // With the title in capitals.
    'strangers-after-each-create': (provider, correct) => ({
      create: followed(correct.create, (_reply, { title }) => addForeign(provider, title.toUpperCase())),
    }),
    'filled-2000': holding(2000),
    'filled-with-equal-posts': holding(30, () => ({ title: 'Old post', content: 'Old.' })),
    'filled-with-odd-texts': holding(12, (index) => ({
      title: oddTitles[index % 8] ?? '',
      content: index % 3 ? '' : 'long '.repeat(2000),
    })),
    'filled-with-holes': holding(oddIds.length, (index) => ({ id: oddIds[index] ?? 0n })),
  },
})
