import { expect, test } from 'vitest'
import { clientContract } from '../../../contracts/client/client-contract.ts'
import type { ClientFile } from '../../../contracts/client/client-file.ts'
import type { RecordedExchange } from '../../../contracts/client/recording.ts'
import { listedVariants } from '../../../contracts/client/shaping.ts'
import { pactFileText } from '../../../contracts/pact/pact-file.ts'
import type { ProfileOption } from '../../../handlers/choices/profile.ts'
import { createPostsMock } from '../../../src/index.ts'

const url = 'http://localhost/v1/posts'
const post = { title: 'a', content: 'b' }

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly body?: unknown
}

/** Requests of a client's tests, as a mock records them. */
async function recorded(requests: readonly Sent[], profile: ProfileOption = {}): Promise<RecordedExchange[]> {
  const mock = createPostsMock({ posts: 3, profile, onWarning() {} })
  for (const { method = 'GET', path = '', body } of requests) {
    const headers = { 'content-type': 'application/json' }
    await mock.fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  const inEffect = typeof profile === 'string' ? {} : profile
  return mock.journal.requests.map((entry) => ({
    kind: 'exchange',
    own: {},
    profile: inEffect,
    posts: 3,
    entry,
  }))
}

/** @param failing the answers with which the tests fail. */
function contractOf(
  exchanges: readonly RecordedExchange[],
  failing: ClientFile['fails'][number]['answers'][] = [],
) {
  const failed = failing.map((answers) => JSON.stringify(answers))
  const passing = listedVariants.filter(
    ({ choice, answer }) => !failed.includes(JSON.stringify({ [choice]: answer })),
  )
  const byChoice = [...Map.groupBy(passing, ({ choice }) => choice)]
  const passes = Object.fromEntries(
    byChoice.map(([choice, some]) => [choice, some.map(({ answer }) => answer)]),
  )
  const client = { passes, fails: failing.map((answers) => ({ answers, tests: [] })) }
  return clientContract({ consumer: 'web', provider: 'posts', exchanges, client })
}

const suite: readonly Sent[] = [
  {},
  { path: '/2' },
  { path: '/99' },
  { path: '/abc' },
  { method: 'POST', body: post },
  { method: 'POST', body: { title: '' } },
  { method: 'PUT', path: '/2', body: { id: 2, ...post } },
  { method: 'PUT', path: '/99', body: post },
  { method: 'DELETE', path: '/1' },
  { method: 'DELETE', path: '/1' },
]

test('there is one interaction for each kind of request and outcome, named after them', async () => {
  const { interactions } = await contractOf(await recorded(suite))
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
  const one = await contractOf(await recorded(suite))
  const others = await recorded(
    [...suite, { path: '/3' }, { method: 'POST', body: { title: 'Other', content: 'Text' } }],
    { 'error.body': { message: 'detail' } },
  )
  const other = await contractOf([...others, ...(await recorded(suite))].toReversed())
  expect(await pactFileText(other)).toBe(await pactFileText(one))
})

test('what the client does not rely on is open: any success, any refusal, any body', async () => {
  const { interactions } = await contractOf(await recorded(suite))
  const responses = Object.fromEntries(interactions.map(({ key, response }) => [key, response]))
  expect(responses['create/done']).toEqual({ status: 201, permits: 'success' })
  expect(responses['delete/where none has the id']).toEqual({ status: 404, permits: 'success-or-refusal' })
  expect(responses['read/where none has the id']).toEqual({ status: 404 })
  expect(responses['read/done']).toMatchObject({ status: 200, like: { value: { id: { value: 1 } } } })
})

test('what the client relies on is required, and no more of it', async () => {
  const { interactions } = await contractOf(await recorded(suite), [
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
  expect(responses['create/{"title":""}, refused']).toEqual({
    status: 400,
    permits: 'refusal',
  })
})

test('injected faults, queries and what is refused for its text are left out', async () => {
  const exchanges = await recorded([{ path: '?page=2' }, { method: 'POST', body: post }], {
    'input.max-length': { title: 1, content: 1, status: 413 },
  })
  const faulty = exchanges.map((each) => ({ ...each, entry: { ...each.entry, fault: { status: 503 } } }))
  const long = await recorded([{ method: 'POST', body: { title: 'too long', content: 'b' } }], {
    'input.max-length': { title: 1 },
  })
  const { interactions } = await contractOf([...faulty, ...long, ...exchanges.slice(0, 1)])
  expect(interactions).toEqual([])
})
