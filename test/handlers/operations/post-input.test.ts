import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'

test('a refusal names all unknown fields, and a warning the first five, each shortened', async () => {
  const details: string[] = []
  const onWarning = ({ detail }: { detail: string }) => void details.push(detail)
  const mock = createPostsMock({ posts: 0, profile: { 'input.unknown-fields': 'refused' }, onWarning })
  const names = ['f'.repeat(100_000), 'b', 'c', 'd', 'e', 'f', 'g']
  const body = JSON.stringify({
    title: '',
    content: '',
    ...Object.fromEntries(names.map((name) => [name, 0])),
  })
  const headers = { 'content-type': 'application/json' }
  const reply = await (await mock.fetch('http://x/v1/posts', { method: 'POST', headers, body })).json()
  expect(reply.errors.map(({ field }: { field: string }) => field)).toEqual(names)
  expect(details).toEqual([expect.stringMatching(/^.{20,80}…, "b", "c", "d", "e" and 2 more$/)])
})
