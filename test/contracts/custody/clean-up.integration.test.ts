import { expect, test } from 'vitest'
import { jsonRequest } from '../../../contracts/spec/exchange.ts'
import { beginRun, clean } from './run-at-provider.ts'

test('a post is read before it is deleted, and its ledger goes with it', async () => {
  const { create, requests, end } = await beginRun()
  const { id } = await create()
  const before = requests.length
  expect(await end()).toEqual(clean)
  expect(requests.slice(before)).toEqual([
    'GET /v1/posts',
    `GET /v1/posts/${id}`,
    `DELETE /v1/posts/${id}`,
    `GET /v1/posts/${id}`,
    'GET /v1/posts',
  ])
})

test('a post whose texts are escaped, or lose their markup, is removed', async () => {
  for (const change of [
    (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    (text: string) => text.replaceAll(/<[^>]*>/g, ''),
  ]) {
    const { client, ledger, provider, end } = await beginRun()
    const { keep } = provider
    provider.keep = (input) => ({
      ...keep(input),
      title: change(input.title),
      content: change(input.content),
    })
    const fields = { title: `${ledger.nextTitle()} <b>bold</b> end`, content: '<p title="x">Some text</p>' }
    await client.send(jsonRequest('POST', '/posts', fields))
    expect(await end()).toEqual(clean)
  }
})

test('a post of somebody else that got a freed id stays', async () => {
  const { create, provider, end } = await beginRun()
  const { id, title } = await create()
  provider.posts.delete(BigInt(id))
  provider.write(BigInt(id), { title: 'theirs too', content: 'new', fields: {} })
  const reason = 'not removed, because this run did not write what is there now'
  expect(await end()).toEqual({
    left: [1, 2, id],
    leftovers: [{ title, path: `/posts/${id}`, reason }],
    ledgers: 0,
  })
})

test.each([404, 410])('a post that another client deleted, and reads %i, is named', async (status) => {
  const { create, provider, end } = await beginRun(async (_call, correct) => {
    const reply = await correct()
    return reply.status === 404 ? { ...reply, status } : reply
  })
  const { id } = await create()
  provider.posts.delete(BigInt(id))
  const reason = expect.stringContaining('it may still be there')
  expect(await end()).toMatchObject({ left: [1, 2], leftovers: [{ reason }], ledgers: 0 })
})

test('gives a provider up that stays away, and lists what it may hold', async () => {
  const { create, ledger, close, clock, end } = await beginRun()
  const { id, title } = await create()
  await close()
  expect(await end()).toMatchObject({
    leftovers: [{ title, path: `/posts/${id}` }, { title: `${ledger.marker}*` }],
    ledgers: 1,
  })
  expect(clock.now()).toBeGreaterThanOrEqual(5000)
  expect(clock.now()).toBeLessThan(6000)
})
