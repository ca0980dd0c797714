import { expect, test } from 'vitest'
import { faults } from './faults.ts'
import { sequenceFaults } from './sequence-faults.ts'
import { startProvider } from './start.ts'
import { variations } from './variations.ts'

// That each is faulty, or correct, `verify` says: test/contracts/verify/provider-set.integration.test.ts.

const post = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"title":"one","content":"two"}',
}

test.each(variations.filter(({ headers }) => headers))(
  '$name refuses who does not send what it needs',
  async ({ change, headers = {} }) => {
    const { url, close } = await startProvider(change)
    const refused = await fetch(`${url}/posts`, post)
    const taken = await fetch(`${url}/posts`, { ...post, headers: { ...post.headers, ...headers } })
    await close()
    expect([refused.ok, taken.ok]).toEqual([false, true])
  },
)

test('no name stands for two providers', () => {
  const names = [...faults, ...sequenceFaults, ...variations].map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('a provider counts its requests and shows what it keeps', async () => {
  const { url, requests, provider, close } = await startProvider()
  await fetch(`${url}/posts`, post)
  await close()
  expect(requests).toEqual(['POST /v1/posts'])
  expect([...provider.posts.values()]).toEqual([{ id: 1n, title: 'one', content: 'two' }])
})
