import { expect, test } from 'vitest'
import { titleOf } from '../../../contracts/spec/marks.ts'
import type { Reply } from '../../provider-set/provider.ts'
import { write } from '../../support/provider-client.ts'
import { beginRun, isCreate } from '../../support/run-at-provider.ts'

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
    ledgers: 1,
  })
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

test('a post that only the list shows and that no DELETE removes is named, and keeps its ledger', async () => {
  const { setup, hiding, client, end } = await beginHidden()
  const { id, title } = await setup.create()
  hiding.isHidden = true
  const curl = client.curl({ method: 'DELETE', path: `/posts/${id}`, headers: {} })
  expect(await end()).toEqual({
    left: [1, 2, id],
    leftovers: [{ title, path: `/posts/${id}`, curl }],
    ledgers: 1,
  })
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
    leftovers: [{ path: `/posts/${id}`, reason: expect.stringContaining('it may still be there') }],
  })
})

test('a post of the run and its copy are named: which is which is unknown', async () => {
  const { setup, provider, end } = await beginRun()
  const { title, content } = await setup.create()
  const fields = { title, content, fields: {} }
  provider.write(++provider.lastId, fields)
  const { leftovers } = await end()
  const reason = 'not removed, because it has the mark of this run, but nothing proves that this run made it'
  expect({ leftovers }).toMatchObject({
    leftovers: [
      { path: '/posts/3', reason },
      { path: '/posts/4', reason },
    ],
  })
})
