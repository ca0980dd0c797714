import { expect, test } from 'vitest'
import { sent } from '../support/sent.ts'
import { faults } from './faults.ts'
import { sequenceFaults } from './sequence-faults.ts'
import { startProvider } from './start.ts'
import { variations } from './variations.ts'

// That each is faulty, or correct, `verify` says: test/contracts/verify/provider-set.integration.test.ts.

const post = sent('POST', { title: 'one', content: 'two' })

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
