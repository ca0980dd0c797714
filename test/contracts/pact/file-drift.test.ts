import { expect, test } from 'vitest'
import { fileDrift } from '../../../contracts/pact/file-drift.ts'

const interaction = (key: string, status: number) => ({ key, response: { status } })
const file = (interactions: unknown[], provider = 'posts') =>
  `${JSON.stringify({ interactions, provider: { name: provider } }, null, 2)}\n`

const before = file([interaction('read', 200), interaction('create', 201)])

test('finds no drift between equal files', () => {
  expect(fileDrift(before, before)).toEqual([])
})

test('overlooks line ends that git changed', () => {
  expect(fileDrift(before.replaceAll('\n', '\r\n'), before)).toEqual([])
})

test('names what was added, removed and changed, by key', () => {
  const after = file([interaction('create', 200), interaction('patch', 405)])
  expect(fileDrift(before, after)).toEqual([
    'changed  create: response.status 201 -> 200',
    'added    patch',
    'removed  read',
  ])
})

test('names what changed around the interactions', () => {
  const after = file([interaction('read', 200), interaction('create', 201)], 'blog')
  expect(fileDrift(before, after)).toEqual(['changed  metadata: provider.name "posts" -> "blog"'])
})

test('shortens long values and many places', () => {
  const long = (value: string) => file([{ key: 'create', a: value, b: 1, c: 1, d: 1, e: 1 }])
  const [line] = fileDrift(long('x'.repeat(500)), file([{ key: 'create' }]))
  expect(line).toMatch(
    /^changed {2}create: a "x{59}… -> nothing; b 1 -> nothing; c 1 -> nothing; and 2 more$/,
  )
})

test('says when a file is missing or is not JSON', () => {
  expect(fileDrift(undefined, before)).toEqual(['the file does not exist'])
  expect(fileDrift('<<<<<<< HEAD', before)).toEqual(['the file is not JSON'])
})

test('sees an integer that a float would round', () => {
  const id = (digits: string) => `{"interactions":[{"key":"read","id":${digits}}]}`
  expect(fileDrift(id('9007199254740992'), id('9007199254740993'))).toEqual([
    'changed  read: id 9007199254740992 -> 9007199254740993',
  ])
})

test('sees the same interactions in another order or layout', () => {
  const { interactions, provider } = JSON.parse(before)
  expect(fileDrift(JSON.stringify({ interactions, provider }), before)).toEqual([
    'the same interactions, formatted differently',
  ])
})

test('takes JSON that nests deeper than Pact for no Pact file', () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  expect(fileDrift(deep, before)).toEqual(['the file is not a Pact file'])
})
