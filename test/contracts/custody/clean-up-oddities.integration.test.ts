import { expect, test } from 'vitest'
import { titleOf } from '../../../contracts/spec/marks.ts'
import type { Reply } from '../../provider-set/provider.ts'
import { write } from '../../support/provider-client.ts'
import { beginRun, clean, isCreate } from '../../support/run-at-provider.ts'

test('a post is not forgotten because a page to log in stands in its place for a while', async () => {
  let isOut = false
  const { setup, client, end } = await beginRun(async (_call, correct) =>
    isOut ? { status: 200, headers: { 'content-type': 'text/html' }, raw: '<form>' } : correct(),
  )
  const { id, title } = await setup.create()
  isOut = true
  const curl = client.curl({ method: 'DELETE', path: `/posts/${id}`, headers: {} })
  expect(await end()).toEqual({
    left: [1, 2, id],
    leftovers: [{ title, path: `/posts/${id}`, curl }, expect.objectContaining({ path: undefined })],
    notes: [],
    ledgers: 1,
  })
})

test('a post that is gone is not a leftover because a list still shows it', async () => {
  let kept: Reply | undefined
  let stale = 2
  const { setup, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    if (call.method !== 'GET' || call.path !== '/v1/posts') return reply
    const shown = stale-- > 0 ? (kept ?? reply) : reply
    kept = reply
    return shown
  })
  await setup.create()
  expect(await end()).toEqual(clean)
})

test('a post that a list goes on to show after it is gone is told, and not deleted again', async () => {
  const ghost = { id: 3, title: '', content: '' }
  const { setup, provider, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    const isList = call.method === 'GET' && call.path === '/v1/posts'
    return isList && ghost.title !== '' ? { ...reply, body: [ghost] } : reply
  })
  ghost.title = (await setup.create()).title
  const { leftovers, ledgers, left } = await end()
  expect({ left, ledgers, leftovers }).toMatchObject({
    left: [1, 2],
    ledgers: 0,
    leftovers: [{ path: '/posts/3', reason: 'the list shows it, but the post does not exist' }],
  })
  expect(provider.posts.size).toBe(2)
})

test('what the reply to a create names is removed, also where the list does not show it yet', async () => {
  let late = 3
  const { client, ledger, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    const isList = call.method === 'GET' && call.path === '/v1/posts'
    return isList && late-- > 0 ? { ...reply, body: (reply.body as unknown[]).slice(0, 2) } : reply
  })
  await write(client, 'POST', '/posts', JSON.stringify({ title: titleOf(ledger.marker, 1), content: '' }))
  expect(await end()).toEqual(clean)
})

test('a create that was done and is shown nowhere keeps its ledger for a sweep', async () => {
  const { client, ledger, end } = await beginRun(async (call, correct) =>
    isCreate(call) ? { status: 202 } : correct(),
  )
  await write(client, 'POST', '/posts', JSON.stringify({ title: titleOf(ledger.marker, 1), content: '' }))
  expect(await end()).toMatchObject({
    left: [1, 2],
    ledgers: 1,
    leftovers: [{ title: titleOf(ledger.marker, 1) }],
  })
})

test('a delete that fails once is sent once more', async () => {
  let failures = 1
  const { setup, end } = await beginRun(async (call, correct) =>
    call.method === 'DELETE' && failures-- > 0 ? { status: 500 } : correct(),
  )
  await setup.create()
  expect(await end()).toEqual(clean)
})

/** A provider whose reads of a new post answer 404 once `isHidden` is true, and its DELETE too. */
async function beginHidden(lists: (reply: Reply) => Reply = (reply) => reply, statusOfDelete = 404) {
  const hiding = { isHidden: false }
  const run = await beginRun(async (call, correct) => {
    const isOfRun = /\/posts\/(?:[3-9]|\d\d)$/.test(call.path)
    if (hiding.isHidden && isOfRun && call.method === 'GET') return { status: 404 }
    if (isOfRun && call.method === 'DELETE' && statusOfDelete === 404) return { status: 404 }
    const reply = await correct()
    return hiding.isHidden && call.method === 'GET' ? lists(reply) : reply
  })
  return { ...run, hiding }
}

test('a post that only the list shows is deleted', async () => {
  const { setup, hiding, end } = await beginHidden(undefined, 204)
  await setup.create()
  hiding.isHidden = true
  expect(await end()).toEqual(clean)
})

test('a post that only the list shows and that no DELETE removes is named, and keeps its ledger', async () => {
  const { setup, hiding, client, end } = await beginHidden()
  const { id, title } = await setup.create()
  hiding.isHidden = true
  const curl = client.curl({ method: 'DELETE', path: `/posts/${id}`, headers: {} })
  expect(await end()).toEqual({
    left: [1, 2, id],
    leftovers: [{ title, path: `/posts/${id}`, curl }],
    notes: [],
    ledgers: 1,
  })
})

test('a post that the list showed is not forgotten because the list then fails', async () => {
  let lists = 0
  const { setup, hiding, end } = await beginHidden((reply) => (lists++ > 0 ? { status: 404 } : reply))
  const { id } = await setup.create()
  hiding.isHidden = true
  expect(await end()).toMatchObject({ leftovers: [{ path: `/posts/${id}` }], ledgers: 1 })
})

test('a post that is deleted is not a leftover because no later list can be read', async () => {
  let lists = 0
  const { setup, hiding, end } = await beginHidden((reply) => (lists++ > 0 ? { status: 404 } : reply), 204)
  await setup.create()
  hiding.isHidden = true
  expect(await end()).toEqual(clean)
})

test('a post that nothing shows, and that no DELETE removed, is named', async () => {
  const { setup, hiding, end } = await beginHidden(({ status, body }) => ({
    status,
    body: (body as unknown[]).slice(0, 2),
  }))
  const { id } = await setup.create()
  hiding.isHidden = true
  expect(await end()).toMatchObject({
    left: [1, 2, id],
    notes: [
      `Neither a read nor the list shows these posts of this run, and it deleted none of them, so they may still be there: /posts/${id}.`,
    ],
  })
})

test('a post of the run and its copy are named: which is which is unknown', async () => {
  const { setup, provider, end } = await beginRun()
  const { title, content } = await setup.create()
  const fields = { title, content, fields: {} }
  provider.write(++provider.lastId, fields)
  const { leftovers, notes } = await end()
  const reason = 'not removed, because it has the mark of this run, but nothing proves that this run made it'
  expect({ leftovers, notes }).toMatchObject({
    leftovers: [
      { path: '/posts/3', reason },
      { path: '/posts/4', reason },
    ],
    notes: [],
  })
})
