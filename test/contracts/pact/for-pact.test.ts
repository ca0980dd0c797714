import { expect, test } from 'vitest'
import { forPact } from '../../../contracts/pact/replay/tap.ts'

const replyOf = (items: readonly unknown[]) => {
  const body = JSON.stringify(items)
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  return [
    { status: 200, headers, body: Buffer.from('as it came') },
    { status: 200, headers, body },
  ] as const
}
const posts = Array.from({ length: 20_000 }, (_, id) => ({ id, title: `Post ${id}`, content: 'text' }))

test('of a long list Pact gets the first posts, decoded', () => {
  const { headers, body } = forPact(...replyOf(posts))
  const shown = JSON.parse(body.toString())
  expect(body.length).toBeLessThan(210_000)
  expect(shown).toEqual(posts.slice(0, shown.length))
  expect(headers).toEqual({ 'content-type': 'application/json' })
})

test('an item that is no post is shown to Pact wherever it stands', () => {
  const { body } = forPact(...replyOf([...posts, { id: 'seven' }]))
  expect(JSON.parse(body.toString())[0]).toEqual({ id: 'seven' })
})

test('a short list goes to Pact byte for byte', () => {
  expect(forPact(...replyOf(posts.slice(0, 10))).body.toString()).toBe('as it came')
})

const bodyFor = (value: unknown) => {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  const reply = { status: 200, headers: {} }
  return forPact({ ...reply, body: Buffer.from(body) }, { ...reply, body }).body.toString()
}

test('of a long post Pact gets its own fields, and others as far as there is room', () => {
  const extra = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`${'n'.repeat(500)}${at}`, at]))
  const shown = bodyFor({ ...extra, nested: [[extra]], id: 7, title: 'Seven', content: 'text' })
  expect(shown.length).toBeLessThan(210_000)
  expect(JSON.parse(shown)).toMatchObject({ id: 7, title: 'Seven', content: 'text' })
})

test('an item that is no post is shown to Pact in part where it is long', () => {
  const shown = bodyFor([...posts, { id: 'seven', title: 'x'.repeat(2_000_000), content: '' }])
  expect(shown.length).toBeLessThan(410_000)
  expect(JSON.parse(shown)[0]).toMatchObject({ id: 'seven', content: '' })
})

test('what is long and no JSON stays none', () => {
  const shown = bodyFor(`[]${' '.repeat(1_000_000)}]`)
  expect(shown.length).toBeLessThan(210_000)
  expect(() => JSON.parse(shown)).toThrow()
})
