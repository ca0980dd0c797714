import { expect, test } from 'vitest'
import type { Change, Post } from '../../provider-set/provider.ts'
import { verifyAt } from '../../support/verify-at.ts'

/** So many requests are fewer than a run sends, and more than a sequence does. */
const later = 1000

/** A provider that does something with a new or deleted post, many requests later. */
const changing = (
  what: 'create' | 'remove',
  change: (posts: Map<bigint, Post>, post: Post) => void,
): Change => {
  let count = 0
  const due: { readonly at: number; readonly post: Post }[] = []
  return (provider, correct) => ({
    answer: async (call) => {
      count++
      while (due[0] && due[0].at <= count) change(provider.posts, due.shift()?.post as Post)
      return await correct.answer(call)
    },
    create: (input) => {
      const reply = correct.create(input)
      const post = provider.posts.get(provider.lastId)
      if (what === 'create' && post) due.push({ at: count + later, post })
      return reply
    },
    remove: (id) => {
      const post = provider.posts.get(id)
      if (what === 'remove' && post) due.push({ at: count + later, post })
      return correct.remove(id)
    },
  })
}

test.each([
  ['a post expires', 'create.adds', changing('create', (posts, { id }) => posts.delete(id))],
  ['a delete is undone', 'delete.removes', changing('remove', (posts, post) => posts.set(post.id, post))],
] as const)(
  'where %s much later, the last look shows it, and its script waits',
  async (_what, clause, change) => {
    const { clauses } = await verifyAt(change, { budget: 0 })
    const broken = clauses.filter(({ verdict }) => verdict === 'broken')
    expect(broken.map((each) => each.clause)).toEqual([clause])
    const [finding] = broken[0]?.findings ?? []
    expect(finding?.shownBy).toBe('the last look')
    expect(finding?.repeat).toMatch(/\nsleep \d+\n(?:.*\n)?curl -i \$URL\/posts\/\$\{ID:\?\}(?:\n|$)/)
  },
)
