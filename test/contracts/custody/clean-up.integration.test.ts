import { expect, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../contracts/custody/clean-up.ts'
import { WriteGuard } from '../../../contracts/custody/write-guard.ts'
import { jsonRequest } from '../../../contracts/scenarios/exchange.ts'
import { takesAnything } from '../../provider-set/changes.ts'
import type { Call, Change, Provider, Reply } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { farAway } from '../../support/distant-clock.ts'
import { clientFor, get, write } from '../../support/provider-client.ts'
import { filesIn, temporaryFolder } from '../../support/run-folder.ts'
import { openTitledLedger } from '../../support/titled-ledger.ts'

type Answer = (call: Call, correct: () => Promise<Reply>, provider: Provider) => Promise<Reply>

/** Begins a run at a provider that takes anything and holds two posts of somebody else, one of them without a text. */
async function beginRun(answer: Answer = (_call, correct) => correct(), timeout = 5000) {
  const change: Change = (provider, correct) => ({
    ...takesAnything(provider, correct),
    answer: (call) => answer(call, () => correct.answer(call), provider),
  })
  const { url, provider, requests, close } = await startProvider(change)
  onTestFinished(close)
  for (const title of ['theirs', '']) provider.write(++provider.lastId, { title, content: '', fields: {} })
  const stop = new AbortController()
  const bare = clientFor(url, { timeout, signal: stop.signal })
  const folder = await temporaryFolder()
  const ledger = await openTitledLedger({ url: bare.url, folder })
  onTestFinished(ledger.close)
  const writes = new WriteGuard(ledger.posts)
  const client = bare.writing(writes.pass)
  await get(client)
  const clock = farAway(0)
  return {
    provider,
    requests,
    clock,
    /** Takes the provider away for good. */
    close,
    client,
    ledger,
    stop,
    /** Creates a post with a title of the run, and reads it, as a run does. */
    async create(): Promise<{ id: number; title: string }> {
      const title = ledger.nextTitle()
      const reply = await client.send(jsonRequest('POST', '/posts', { title, content: `Of ${title}.` }))
      const { id } = JSON.parse(reply.body)
      await get(client, `/posts/${id}`)
      return { id, title }
    },
    /** Ends the run, and says what there is then. */
    async end() {
      stop.abort()
      await writes.idle()
      const { leftovers } = await cleanUp(ledger.posts, client, { clock })
      await ledger.close()
      const left = [...provider.posts.values()].map(({ id }) => Number(id))
      return { left, leftovers, ledgers: (await filesIn(folder)).length }
    },
  }
}

const isCreate = ({ method }: Call) => method === 'POST'
/** What there is where a run has left nothing. */
const clean = { left: [1, 2], leftovers: [], ledgers: 0 }

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

test('a post that a replica does not show at first is removed', async () => {
  let isEnding = false
  let looks = 0
  const { create, end } = await beginRun(async (call, correct) => {
    if (!isEnding || call.method !== 'GET' || ++looks > 3) return await correct()
    return call.path === '/v1/posts' ? { status: 200, body: [] } : { status: 404 }
  })
  await create()
  isEnding = true
  expect(await end()).toEqual(clean)
})

test('a list that answers 404 where it is empty was read to its end', async () => {
  const { create, client, end } = await beginRun(async (call, correct, { posts }) =>
    call.method === 'GET' && call.path === '/v1/posts' && posts.size === 2
      ? { status: 404 }
      : await correct(),
  )
  const { id } = await create()
  await write(client, 'DELETE', `/posts/${id}`)
  await get(client, `/posts/${id}`)
  expect(await end()).toEqual(clean)
})

test('a post that quotes the run is named, also where the last list fails', async () => {
  let isDeleted = false
  const { create, provider, end } = await beginRun(async (call, correct) => {
    isDeleted ||= call.method === 'DELETE'
    return isDeleted && call.path === '/v1/posts' ? { status: 500 } : await correct()
  })
  const { title } = await create()
  provider.write(9n, { title: `${title}: what is this?`, content: '', fields: {} })
  const reason = expect.stringContaining('nothing proves that this run made')
  expect(await end()).toMatchObject({ left: [1, 2, 9], leftovers: [{ path: '/posts/9', reason }] })
})

test.each([true, false])('foreign posts under freed ids stay; deletes seen to work: %j', async (isSeen) => {
  const { create, client, provider, end } = await beginRun()
  const theirs = { title: 'theirs too', content: 'new', fields: {} }
  const posts = [await create(), await create()]
  const [taken, freed] = posts.map(({ id }) => BigInt(id)) as [bigint, bigint]
  provider.write(taken, theirs)
  await write(client, 'DELETE', `/posts/${freed}`)
  if (isSeen) await get(client, `/posts/${freed}`)
  provider.write(freed, theirs)
  const reason = 'not removed, because this run did not write what is there now'
  const named = posts.map(({ id, title }) => ({ title, path: `/posts/${id}`, reason }))
  const leftovers = isSeen ? named.slice(0, 1) : named
  expect(await end()).toEqual({ left: [1, 2, 3, 4], leftovers, ledgers: 0 })
})

test.each([
  [404, []],
  [410, []],
  [404, ['may still be there']],
] as const)(
  'a post that another client deleted, and reads %i, is named where posts come back: %j',
  async (status, named) => {
    let isAway = false
    const { client, create, provider, end } = await beginRun(async (_call, correct) => {
      if (isAway) return { status: 404 }
      const reply = await correct()
      return reply.status === 404 ? { ...reply, status } : reply
    })
    const [{ id }, returned] = [await create(), await create()]
    for (isAway of named.length > 0 ? [true, false] : []) await get(client, `/posts/${returned.id}`)
    provider.posts.delete(BigInt(id))
    const leftovers = named.map((reason) => ({
      path: `/posts/${id}`,
      reason: expect.stringContaining(reason),
    }))
    expect(await end()).toMatchObject({ left: [1, 2], leftovers, ledgers: named.length })
  },
)

test('gives a provider up that stays away, and lists what it may hold', async () => {
  const { create, ledger, close, clock, end } = await beginRun()
  const before = clock.now()
  const { id, title } = await create()
  await close()
  expect(await end()).toMatchObject({
    leftovers: [{ title, path: `/posts/${id}` }, { title: `${ledger.posts.marker}*` }],
    ledgers: 1,
  })
  expect(clock.now() - before).toBeGreaterThanOrEqual(5000)
  expect(clock.now() - before).toBeLessThan(6000)
})

/** Settles with the test. */
function ended(): Promise<void> {
  return new Promise((settle) => onTestFinished(() => settle()))
}

const withoutId = async (call: Call, correct: () => Promise<Reply>) => {
  const reply = await correct()
  return isCreate(call) ? { status: 204 } : reply
}

test('what came of a create without a mark is removed where its reply names no id', async () => {
  const { client, end } = await beginRun(withoutId)
  await write(client, 'POST')
  expect(await end()).toEqual(clean)
})

test('a post without a text that has the id of a deleted one is that of its create', async () => {
  const { client, ledger, provider, end } = await beginRun()
  await write(client, 'POST', '/posts', JSON.stringify({ title: ledger.nextTitle(), content: '' }))
  await get(client, '/posts/3')
  await write(client, 'DELETE', '/posts/3')
  provider.lastId = 2n
  const headers = { 'content-type': 'text/plain' }
  await client.send({ method: 'POST', path: '/posts', headers, body: ledger.nextTitle() })
  expect(ledger.posts.unmarked.claim([3])).toBe(3)
  expect(await end()).toEqual(clean)
})

test.each([
  ['', ['/posts/3', '/posts/4']],
  ['theirs too', ['/posts/3']],
])('where two posts came meanwhile, one with the title "%s", none is touched', async (title, told) => {
  const { client, end } = await beginRun(async (call, correct, provider) => {
    const reply = await withoutId(call, correct)
    if (isCreate(call)) provider.write(++provider.lastId, { title, content: '', fields: {} })
    return reply
  })
  await write(client, 'POST')
  const { left, leftovers, ledgers } = await end()
  expect({ left, ledgers }).toEqual({ left: [1, 2, 3, 4], ledgers: 0 })
  expect(leftovers).toEqual(
    told.map((path) => ({
      title: '(no title)',
      path,
      reason: expect.stringContaining('without a text'),
    })),
  )
})

test('a post without a mark is told and not touched where its create got no answer', async () => {
  const { client, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    if (isCreate(call)) await ended()
    return reply
  }, 1000)
  await write(client, 'POST').catch(() => {})
  expect(await end()).toMatchObject({ left: [1, 2, 3], leftovers: [{ path: '/posts/3' }] })
})

test.each([
  ['has no reply', ended],
  ['names no id', () => ({ status: 202 })],
])('a create that %s may still be done: its ledger stays for a sweep', async (_, answer) => {
  const { client, ledger, end } = await beginRun(
    async (call, correct) => (isCreate(call) && (await answer())) || correct(),
    1000,
  )
  const title = ledger.nextTitle()
  await write(client, 'POST', '/posts', JSON.stringify({ title, content: '' })).catch(() => {})
  const reason = expect.stringContaining('may still appear')
  expect(await end()).toEqual({ left: [1, 2], leftovers: [{ title, reason }], ledgers: 1 })
})

test('a post without a text that comes after the next list is not taken for that of a create', async () => {
  const { client, provider, end } = await beginRun(async (call, correct) =>
    isCreate(call) ? { status: 200 } : correct(),
  )
  await write(client, 'POST')
  await get(client)
  provider.write(++provider.lastId, { title: '', content: '', fields: {} })
  await get(client)
  expect(await end()).toMatchObject({ left: [1, 2, 3], leftovers: [{ path: '/posts/3' }] })
})

test('a create without a title of the run is not sent where other clients create posts', async () => {
  const { client, ledger, provider, end } = await beginRun()
  const create = () => write(client, 'POST', '/posts', JSON.stringify({ title: ledger.nextTitle() }))
  await create()
  provider.write(++provider.lastId, { title: 'theirs too', content: '', fields: {} })
  await expect(write(client, 'POST')).rejects.toThrow('was not sent, because other clients create posts')
  await create()
  expect((await end()).left).toEqual([1, 2, 4])
})
