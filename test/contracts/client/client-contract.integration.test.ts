import { expect, test } from 'vitest'
import { clientContract } from '../../../contracts/client/client-contract.ts'
import type { ClientFile } from '../../../contracts/client/client-file.ts'
import { oneOfEachKind } from '../../../contracts/client/recorded-run.ts'
import { listedVariants } from '../../../contracts/client/shaping.ts'
import { pactFileText } from '../../../contracts/pact/pact-file.ts'
import { base, type Client } from '../../client/clients.ts'
import { runHere } from '../../client/run-here.ts'
import { sent } from '../../support/sent.ts'

const post = { title: 'a', content: 'b' }

/** A client that sends one request of each kind and outcome. */
const client: Client = {
  async reads(fetch) {
    for (const path of ['', '/2', '/99', '/abc']) await fetch(`${base}/posts${path}`)
  },
  async writes(fetch) {
    for (const body of [post, { title: '' }]) await fetch(`${base}/posts`, sent('POST', body))
    await fetch(`${base}/posts/2`, sent('PUT', { id: 2, ...post }))
    await fetch(`${base}/posts/99`, sent('PUT', post))
    for (const id of [1, 1]) await fetch(`${base}/posts/${id}`, sent('DELETE'))
  },
}

/** @param failing the answers with which the tests fail. */
async function contractOf(
  tests: Client,
  failing: ClientFile['fails'][number]['answers'][] = [],
  profile = {},
) {
  const { exchanges } = await runHere(tests, profile)
  const failed = failing.map((answers) => JSON.stringify(answers))
  const passing = listedVariants.filter(
    ({ choice, answer }) => !failed.includes(JSON.stringify({ [choice]: answer })),
  )
  const byChoice = [...Map.groupBy(passing, ({ choice }) => choice)]
  const passes = Object.fromEntries(
    byChoice.map(([choice, some]) => [choice, some.map(({ answer }) => answer)]),
  )
  const fails = failing.map((answers) => ({ answers, tests: [] }))
  return clientContract({ consumer: 'web', provider: 'posts', exchanges, client: { passes, fails } })
}

const alike = { 'delete.missing': 204, 'replace.missing': 'creates-200', 'replace.status': 200 }

test.each([{}, alike])('under %j there is one interaction for each kind and outcome', async (profile) => {
  const { interactions } = await contractOf(client, [], profile)
  expect(interactions.map(({ key, after }) => [key, after.length])).toEqual([
    ['create/done', 0],
    ['create/{"title":""}, refused', 0],
    ['delete/done', 1],
    ['delete/where none has the id', 0],
    ['list/done', 0],
    ['read/at /posts/abc, refused', 0],
    ['read/done', 1],
    ['read/where none has the id', 0],
    ['replace/where none has the id', 0],
    ['replace/{"title":"${title}","id":"${id}","content":"Some content."}, done', 1],
  ])
})

test('the file is the same in another order and with other ids and texts', async () => {
  const others: Client = {
    async 'writes others'(fetch) {
      await fetch(`${base}/posts/3`)
      await fetch(`${base}/posts`, sent('POST', { title: 'Other', content: 'Text' }))
    },
  }
  const other = await contractOf({ ...others, writes: client.writes, reads: client.reads } as Client)
  expect(await pactFileText(other)).toBe(await pactFileText(await contractOf(client)))
})

test('what the client does not rely on is open: any success, any refusal, any body', async () => {
  const { interactions } = await contractOf(client)
  const responses = Object.fromEntries(interactions.map(({ key, response }) => [key, response]))
  expect(responses['create/done']).toEqual({ status: 201, permits: 'success' })
  expect(responses['delete/where none has the id']).toEqual({ status: 404, permits: 'success-or-refusal' })
  expect(responses['read/where none has the id']).toEqual({ status: 404 })
  expect(responses['read/done']).toMatchObject({ status: 200, like: { value: { id: { value: 1 } } } })
})

test('what the client relies on is required, and no more of it', async () => {
  const { interactions } = await contractOf(client, [
    { 'create.status': 200 },
    { 'input.required': 'title' },
    { 'input.required': 'none' },
    ...['none', 'id', { data: 'post' }, { message: 'text', post: { id: 'id' } }].map((answer) => ({
      'create.body': answer,
    })),
    ...['no', 'list'].map((answer) => ({ 'create.location': answer })),
    ...['html', 'none', 'plain-text'].map((answer) => ({ 'error.body': answer })),
  ])
  const responses = Object.fromEntries(interactions.map(({ key, response }) => [key, response]))
  expect(responses['create/done']).toEqual({
    status: 201,
    location: '^.*/posts/-?\\d+$',
    like: { 'pact:matcher:type': 'type', value: { id: { 'pact:matcher:type': 'type', value: 1 } } },
  })
  const anyObject = { 'pact:matcher:type': 'type', value: {} }
  expect(responses['read/where none has the id']).toEqual({ status: 404, like: anyObject })
  expect(responses['create/{"title":""}, refused']).toEqual({ status: 400, permits: 'refusal' })
})

test('queries are one kind, but for pages; they and what is refused for its text are left out', async () => {
  const asking: Client = {
    async 'asks for a page'(fetch) {
      for (const query of ['?page=2', '?_=1', '?_=2', '']) await fetch(`${base}/posts${query}`)
      await fetch(`${base}/posts`, sent('POST', { title: 'too long', content: 'b' }))
    },
  }
  const profile = { 'input.max-length': { title: 1, status: 413 } }
  const { interactions } = await contractOf(asking, [], profile)
  expect(interactions.map(({ key }) => key)).toEqual(['list/done'])
  expect(oneOfEachKind((await runHere(asking, profile)).exchanges)).toHaveLength(3)
})
