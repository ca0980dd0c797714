import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { htmlReport, jsonReport, textReport } from '../../../contracts/report/verify-reports.ts'
import { all, holding } from '../../provider-set/changes.ts'
import { addForeign, alter } from '../../provider-set/kept-posts.ts'
import { type Change, Provider } from '../../provider-set/provider.ts'
import { jsonFaults } from '../../support/report-schemas.ts'
import { verifyAt } from '../../support/verify-at.ts'

const foreign = [...new Provider(holding(3)).posts]

/** Verifies a provider that has posts of others; says which of them are as they were, and how many of the run it left. */
async function verified(change: Change) {
  const result = await verifyAt(all(holding(3), change))
  const { posts } = result.provider
  const kept = foreign.flatMap(([id, post]) => (isDeepStrictEqual(posts.get(id), post) ? [id] : []))
  return { result, kept, left: posts.size - foreign.filter(([id]) => posts.has(id)).length }
}

/** A DELETE of a post that is not there removes the first one: `splice(-1, 1)` of a list, the newest first. */
const splicing: Change = (provider, correct) => ({
  remove(id) {
    const [first] = provider.posts.keys()
    if (!provider.posts.has(id) && first !== undefined) provider.posts.delete(first)
    return correct.remove(id)
  },
})

test('a foreign post that a DELETE takes is told first in every format, and the run writes no more', async () => {
  const { result, kept } = await verified(splicing)
  expect(kept).toEqual([2n, 3n])
  expect(result.exitCode).not.toBe(0)
  expect(result.lost).toEqual([
    { path: '/posts/1', title: 'Post 1', change: 'gone', after: expect.stringMatching(/^DELETE \/posts\//) },
  ])
  const told = /posts? that (?:were|was) there before this run/i
  expect(textReport(result, { width: 200 }).split('\n').slice(0, 3).join('\n')).toMatch(
    /\/posts\/1 {2}Post 1/,
  )
  for (const report of [textReport(result, {}), htmlReport(result, { at: 0, by: 'us' }), junitReport(result)])
    expect(report.replace(/\s+/g, ' ')).toMatch(told)
  const json = JSON.parse(jsonReport(result))
  expect(json.lost).toHaveLength(1)
  expect(jsonFaults(json)).toEqual([])
})

test('a foreign post that is gone where other clients are at work is a note, and no error', async () => {
  let creates = 0
  const { result } = await verified((provider, correct) => ({
    create(input) {
      if (++creates % 5 === 0) addForeign(provider, `Other ${creates}`)
      if (creates === 50) provider.posts.delete(1n)
      return correct.create(input)
    },
  }))
  expect(result).toMatchObject({
    verdict: 'held',
    notes: [expect.stringMatching(/^Other clients .*\/posts\/1 /)],
  })
  expect(textReport(result)).not.toContain('lost or changed')
  expect(junitReport(result)).not.toContain('<error')
})

test('a foreign post that is gone is told, also where the first read of it fails', async () => {
  let reads = 0
  const { result } = await verified((provider, correct) => ({
    ...splicing(provider, correct),
    read: (id) =>
      id === 1n && !provider.posts.has(id) && ++reads === 1 ? { status: 500 } : correct.read(id),
  }))
  expect(result.lost).toMatchObject([{ path: '/posts/1', change: 'gone' }])
})

test('a foreign post that another client edits is a note, and not lost', async () => {
  let edits = 0
  const { result } = await verified((provider, correct) => ({
    create(input) {
      alter(provider, 1n, () => ({ title: `Draft ${++edits}` }))
      return correct.create(input)
    },
  }))
  expect([result.verdict, result.lost]).toEqual(['held', undefined])
  expect(result.notes).toContain('Other clients changed posts that were there before this run: /posts/1.')
})

test('a foreign post in whose place a create was stored is told with that create', async () => {
  const { result } = await verified((_provider, correct) => ({
    create(input) {
      const { id, title, content } = correct.write(2n, input)
      return { status: 201, body: { id, title, content } }
    },
  }))
  const lost = { path: '/posts/2', change: 'changed', after: 'POST /posts' }
  expect(result.lost).toMatchObject([lost])
  // Another client may have deleted it at that moment, and its id is given out again.
  expect(result.broken).toEqual([])
})

test('a foreign post that a replace changes is told, and not as one of the run', async () => {
  const { result, kept } = await verified((provider, correct) => ({
    replace(id, input) {
      const reply = correct.replace(id, input)
      alter(provider, 3n, () => ({ ...input }))
      return reply
    },
  }))
  expect(kept).toEqual([1n, 2n])
  expect(result.lost).toMatchObject([
    { path: '/posts/3', change: 'changed', after: expect.stringMatching(/^(?:PUT|DELETE|POST) /) },
  ])
  expect(result.leftovers.filter(({ path }) => path === '/posts/3')).toEqual([])
})

test.each<[string, Change]>([
  [
    'is of another run, which removes it',
    (provider, correct) => {
      addForeign(provider, 'pubcdfghjipaco a')
      return {
        create(input) {
          provider.posts.delete(4n)
          return correct.create(input)
        },
      }
    },
  ],
  [
    'is missing in the list alone',
    (_provider, correct) => ({ all: () => correct.all().filter(({ id }) => id !== 3n) }),
  ],
])('nothing is told of a foreign post that %s', async (_, change) => {
  const { result, kept, left } = await verified(change)
  expect(result.lost).toBeUndefined()
  expect([kept, left]).toEqual([[1n, 2n, 3n], 0])
})
