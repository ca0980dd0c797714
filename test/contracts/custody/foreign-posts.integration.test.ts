import { expect, test } from 'vitest'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { htmlReport, jsonReport, textReport } from '../../../contracts/report/verify-reports.ts'
import { all } from '../../provider-set/changes.ts'
import type { Change, Post } from '../../provider-set/provider.ts'
import { jsonFaults } from '../../support/report-schemas.ts'
import { verifyAt } from '../../support/verify-at.ts'

const ids = [901n, 902n, 903n]

/** Verifies a provider that has posts of others; says which of them are as they were, and how many of the run it left. */
async function verified(change: Change) {
  let posts: Map<bigint, Post> = new Map()
  const seeded: Change = (provider) => {
    posts = provider.posts
    for (const id of ids) posts.set(id, { id, title: `Foreign ${id}`, content: 'Before.' })
    return {}
  }
  const result = await verifyAt(all(seeded, change))
  const kept = ids.filter(
    (id) => posts.get(id)?.title === `Foreign ${id}` && posts.get(id)?.content === 'Before.',
  )
  return { result, kept, left: posts.size - ids.filter((id) => posts.has(id)).length }
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
  expect(kept).toEqual([902n, 903n])
  expect(result.exitCode).not.toBe(0)
  expect(result.lost).toEqual([
    {
      path: '/posts/901',
      title: 'Foreign 901',
      change: 'gone',
      after: expect.stringMatching(/^DELETE \/posts\//),
    },
  ])
  const told = /posts? that (?:were|was) there before this run/i
  expect(textReport(result, { width: 200 }).split('\n').slice(0, 3).join('\n')).toMatch(
    /\/posts\/901 {2}Foreign 901/,
  )
  for (const report of [textReport(result, {}), htmlReport(result, { at: 0, by: 'us' }), junitReport(result)])
    expect(report.replace(/\s+/g, ' ')).toMatch(told)
  const json = JSON.parse(jsonReport(result))
  expect(json.lost).toHaveLength(1)
  expect(jsonFaults(json)).toEqual([])
})

test('a foreign post that another client edits is not lost', async () => {
  let edits = 0
  const { result } = await verified((provider, correct) => ({
    create(input) {
      provider.posts.set(901n, { id: 901n, title: `Draft ${++edits}`, content: 'Before.' })
      return correct.create(input)
    },
  }))
  expect([result.verdict, result.lost]).toEqual(['held', undefined])
})

test('a foreign post that a replace changes is told', async () => {
  const { result, kept } = await verified((provider, correct) => ({
    replace(id, input) {
      const reply = correct.replace(id, input)
      provider.posts.set(903n, { id: 903n, title: 'Foreign 903', content: input.content })
      return reply
    },
  }))
  expect(kept).toEqual([901n, 902n])
  expect(result.lost).toMatchObject([
    { path: '/posts/903', change: 'changed', after: expect.stringMatching(/^(?:PUT|DELETE) /) },
  ])
})

test.each<[string, Change]>([
  ['stays', () => ({})],
  [
    'is missing in the list alone',
    (_provider, correct) => ({ all: () => correct.all().filter(({ id }) => id !== 903n) }),
  ],
])('nothing is told of a foreign post that %s', async (_, change) => {
  const { result, kept, left } = await verified(change)
  expect(result.lost).toBeUndefined()
  expect([kept, left]).toEqual([ids, 0])
})
