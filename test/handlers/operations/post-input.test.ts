import { expect, test } from 'vitest'
import { createPostsMock, type PostsMockOptions } from '../../../src/index.ts'

/** Creates a post with unknown fields; returns the reply and the details of all warnings. */
async function createWith(unknown: number, profile: PostsMockOptions['profile'] = {}) {
  const details: string[] = []
  const onWarning = ({ detail }: { detail: string }) => void details.push(detail)
  const mock = createPostsMock({ posts: 0, profile, onWarning })
  const names = Array.from({ length: unknown }, (_, number) => [`f${number}`, 0])
  const body = JSON.stringify({ title: 'a', content: 'b', ...Object.fromEntries(names) })
  const headers = { 'content-type': 'application/json' }
  const response = await mock.fetch('http://x/v1/posts', { method: 'POST', headers, body })
  return { reply: await response.json(), details }
}

test('a refusal names all of seven unknown fields', async () => {
  const { reply } = await createWith(7, { 'input.unknown-fields': 'refused' })
  expect(reply.errors.map(({ field }: { field: string }) => field)).toEqual(
    Array.from({ length: 7 }, (_, at) => `f${at}`),
  )
})

test('a warning names the first five of seven unknown fields', async () => {
  const { details } = await createWith(7)
  expect(details).toEqual(['the body has other fields: "f0", "f1", "f2", "f3", "f4" and 2 more'])
})

test('a warning names the start of a long unknown field', async () => {
  const details: string[] = []
  const mock = createPostsMock({ posts: 0, onWarning: ({ detail }) => void details.push(detail) })
  const body = JSON.stringify({ title: 'a', content: 'b', ['f'.repeat(100_000)]: 0 })
  const headers = { 'content-type': 'application/json' }
  await mock.fetch('http://x/v1/posts', { method: 'POST', headers, body })
  expect(details.join().length).toBeLessThan(100)
})
