import { expect, test } from 'vitest'
import { CheckContext } from '../../../contracts/judge/check-context.ts'
import { checkList } from '../../../contracts/judge/list-check.ts'
import { readBack } from '../../../contracts/judge/read-check.ts'
import { SequencePosts } from '../../../contracts/model/sequence-posts.ts'
import { noPatience, type Patience } from '../../../contracts/wire/patience.ts'

const headers = { 'content-type': 'application/json' }
const theirs = { id: 7, title: 'Theirs', content: 'plain' }

/** What is broken where a listed foreign post reads 404, and these lists come after that, the last one again and again. */
async function brokenAfter(...lists: readonly (readonly object[])[]): Promise<readonly string[]> {
  const coming = [[theirs], ...lists]
  const posts = new SequencePosts({
    async send({ path }) {
      if (path !== '/posts') return { status: 404, headers, body: '{}' }
      const list = coming.length > 1 ? coming.shift() : coming[0]
      return { status: 200, headers, body: JSON.stringify(list) }
    },
    nextTitle: () => 'mark-1',
  })
  const context = new CheckContext(posts, 'mark', noPatience)
  await checkList(context)
  return (await readBack(context, theirs.id)).map(({ clause }) => clause)
}

test('a foreign post that stays listed and reads 404 breaks read.ok', async () => {
  expect(await brokenAfter([theirs])).toEqual(['read.ok'])
})

test('a read that returns another post breaks read.ok, also if the next read is right', async () => {
  let reads = 0
  const posts = new SequencePosts({
    send: async ({ path }) => ({
      status: 200,
      headers,
      body: JSON.stringify(path === '/posts' ? [theirs] : { ...theirs, id: reads++ === 0 ? 8 : 7 }),
    }),
    nextTitle: () => 'mark-1',
  })
  const twice: Patience = { until: async (look) => (await look()) ?? (await look()) }
  const context = new CheckContext(posts, 'mark', twice)
  posts.adopt(theirs)
  await context.check([], () => readBack(context, theirs.id))
  expect(context.findings.map(({ clause }) => clause)).toEqual(['read.ok'])
})
