import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweep } from '../../../contracts/custody/sweep.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { all, keeping } from '../../provider-set/changes.ts'
import type { Change } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { clientFor } from '../../support/provider-client.ts'
import { runFolder } from '../../support/run-folder.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'
import { verifyAt } from '../../support/verify-at.ts'

test('a post whose create named it, and that nothing shows yet, is told as one that may appear; a sweep finds it', async () => {
  let isShown = false
  await using service = await startProvider((provider, correct) => ({
    remove: (id) => (isShown ? correct.remove(id) : provider.missing(id)),
    read: (id) => (isShown ? correct.read(id) : provider.missing(id)),
    all: () => (isShown ? correct.all() : []),
  }))
  const { url, provider } = service
  const folder = await mkdtemp(join(runFolder(), 'ledger-'))
  const { leftovers } = await verifyProvider({ url, budget: 0, settle: 100, ledgerFolder: folder })
  expect(leftovers).toEqual([
    expect.objectContaining({ path: '/posts/1', reason: expect.stringContaining('may still appear') }),
  ])
  isShown = true
  expect((await sweep({ client: clientFor(url), folder })).swept).toMatchObject([
    { removed: 1, leftovers: [] },
  ])
  expect(provider.posts.size).toBe(0)
})

/** The list has only the posts of others. */
const forgets: Change = (_provider, correct) => ({ all: () => correct.all().slice(0, 1) })

test.each<[string, Change]>([
  ['a list that forgets posts', forgets],
  [
    'contents with an end of their own',
    keeping((input) => ({ ...input, content: `${input.content} (moderated)` })),
  ],
  [
    'titles with a prefix of their own',
    keeping((input) => ({ ...input, title: `Approved! ${input.title}` })),
  ],
])('with %s every post of the run is removed', async (_, change) => {
  const seeded: Change = (provider) => {
    provider.posts.set(901n, { id: 901n, title: 'Foreign', content: 'Before.' })
    return {}
  }
  const { left, leftovers, lost } = await verifyAt(all(seeded, change))
  expect({ left, leftovers, lost }).toEqual({ left: 1, leftovers: [], lost: undefined })
})

test('a post of others that a create names and no list shows is not deleted', async () => {
  const hidden: Change = (provider, correct) => {
    provider.posts.set(950n, { id: 950n, title: 'Hidden', content: 'Before.' })
    return {
      all: () => correct.all().filter(({ id }) => id !== 950n),
      create: (input) => ({ ...correct.create(input), body: { id: 950 } }),
    }
  }
  const { url, provider, close } = await startProvider(hidden)
  await verifyProvider({ url, budget: 0, settle: 100 }).finally(close)
  expect(provider.posts.get(950n)).toMatchObject({ title: 'Hidden' })
})

test('a post with a UUID is removed by the address that its create named', async () => {
  const posts = new Map<string, object>([['0d6f1d3c-0000-4000-8000-000000000001', { title: 'Foreign' }]])
  const server = await startScriptedServer(({ method, path, body }) => {
    const [, id = ''] = /^\/v1\/posts\/([^/]+)$/.exec(path) ?? []
    if (method === 'POST') {
      const post = { id: randomUUID(), ...JSON.parse(body) }
      posts.set(post.id, post)
      return { status: 201, body: post }
    }
    if (id === '') return { body: [...posts].map(([each, post]) => ({ id: each, ...post })) }
    const post = posts.get(id)
    if (method === 'DELETE') posts.delete(id)
    return post ? { body: { id, ...post } } : { status: 404 }
  })
  const { leftovers, exitCode } = await verifyProvider({ url: server.url, budget: 0, settle: 100 })
  expect(exitCode).not.toBe(0)
  expect([...posts.keys()]).toEqual(['0d6f1d3c-0000-4000-8000-000000000001'])
  expect(leftovers).toEqual([])
})
