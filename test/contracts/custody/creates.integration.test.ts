import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { titleOf } from '../../../contracts/spec/marks.ts'
import type { Call, Reply } from '../../provider-set/provider.ts'
import { get, write } from '../../support/provider-client.ts'
import { beginRun, clean, isCreate } from '../../support/run-at-provider.ts'

/** Settles with the test. */
function ended(): Promise<void> {
  return new Promise((settle) => onTestFinished(() => settle()))
}

const withoutId = async (call: Call, correct: () => Promise<Reply>) => {
  const reply = await correct()
  return isCreate(call) ? { status: 204 } : reply
}

test('a create that is under way comes to its end, and its post is removed although nobody looked at it', async () => {
  const arrived = Promise.withResolvers<void>()
  const { client, stop, end } = await beginRun(async (call, correct) => {
    if (isCreate(call)) {
      arrived.resolve()
      await wait(100)
    }
    return await correct()
  })
  const reply = write(client, 'POST')
  await arrived.promise
  stop.abort()
  expect(await end()).toEqual(clean)
  expect((await reply).status).toBe(201)
  await expect(write(client, 'POST')).rejects.toThrow()
})

test('what came of a create without a mark is removed where its reply names no id', async () => {
  const { client, end } = await beginRun(withoutId)
  await write(client, 'POST')
  expect(await end()).toEqual(clean)
})

test('of two posts without a text that came meanwhile, none is touched, and both are told', async () => {
  const { client, provider, end } = await beginRun(withoutId)
  await write(client, 'POST')
  provider.write(++provider.lastId, { title: '', content: '', fields: {} })
  const { left, leftovers, ledgers } = await end()
  expect({ left, ledgers }).toEqual({ left: [1, 2, 3, 4], ledgers: 0 })
  expect(leftovers).toEqual(
    ['/posts/3', '/posts/4'].map((path) => ({
      title: '(no title)',
      path,
      curl: undefined,
      reason: 'it has no text and appeared after a create of this run, so it may be its post',
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
  expect(await end()).toMatchObject({ left: [1, 2, 3], leftovers: [{ path: '/posts/3', curl: undefined }] })
})

test('a create that failed and was done all the same is found by its mark, or told', async () => {
  const { client, ledger, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    return isCreate(call) ? { status: 500 } : reply
  })
  await write(client, 'POST', '/posts', JSON.stringify({ title: titleOf(ledger.marker, 1), content: '' }))
  await write(client, 'POST')
  expect(await end()).toMatchObject({ left: [1, 2, 4], leftovers: [{ path: '/posts/4' }] })
})

test('a create that was refused and done all the same is told', async () => {
  const { client, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    return isCreate(call) ? { status: 400 } : reply
  })
  await write(client, 'POST')
  await write(client, 'POST')
  const { left, leftovers } = await end()
  expect([left, leftovers.map(({ path }) => path)]).toEqual([
    [1, 2, 3, 4],
    ['/posts/3', '/posts/4'],
  ])
})

test('a create that nobody waited for may be done yet: its ledger stays for a sweep', async () => {
  const { client, ledger, end } = await beginRun(async (call, correct) => {
    if (isCreate(call)) await ended()
    return await correct()
  }, 1000)
  const title = titleOf(ledger.marker, 1)
  await write(client, 'POST', '/posts', JSON.stringify({ title, content: '' })).catch(() => {})
  expect(await end()).toEqual({
    left: [1, 2],
    leftovers: [
      {
        title,
        path: undefined,
        curl: undefined,
        reason:
          'its create timed out or named no id, so it may still appear; "verify --sweep" removes it then',
      },
    ],
    notes: [],
    ledgers: 1,
  })
})

test('a provider that refused every create has nothing of the run: nothing is asked, and no ledger stays', async () => {
  const { client, ledger, provider, end } = await beginRun(async (call, correct) =>
    isCreate(call) ? { status: 404 } : correct(),
  )
  await write(client, 'POST', '/posts', JSON.stringify({ title: titleOf(ledger.marker, 1) }))
  provider.list = () => ({ status: 500 })
  expect(await end()).toEqual(clean)
})

test('a post that a replace took the mark off is still removed', async () => {
  const { setup, client, end } = await beginRun()
  const { id } = await setup.create()
  await write(client, 'PUT', `/posts/${id}`, '{}')
  expect(await end()).toEqual(clean)
})

test('a post on the last page of a list is found', async () => {
  const { client, ledger, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    if (isCreate(call)) return { status: 204 }
    if (call.path !== '/v1/posts' || call.method !== 'GET') return reply
    const page = Number(call.query.get('page') ?? 0)
    const link = `</v1/posts?page=${page + 1}>; rel="next"`
    return { ...reply, headers: { link }, body: (reply.body as unknown[]).slice(page, page + 1) }
  })
  await write(client, 'POST', '/posts', JSON.stringify({ title: titleOf(ledger.marker, 1), content: '' }))
  expect(await end()).toEqual(clean)
})

test('a list whose link to the next page leads to the same page again has an end', async () => {
  const { client, ledger, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    const headers = { ...reply.headers, link: '</v1/posts?page=2>; rel="next"' }
    return call.method === 'GET' ? { ...reply, headers } : reply
  })
  await write(client, 'POST', '/posts', JSON.stringify({ title: titleOf(ledger.marker, 1), content: '' }))
  expect(await end()).toEqual(clean)
})

test('the first page of a list, read alone, does not make the posts of the others new', async () => {
  const { client, end } = await beginRun(async (call, correct) => {
    const reply = await correct()
    if (isCreate(call)) return { status: 204 }
    if (call.path !== '/v1/posts' || call.method !== 'GET') return reply
    const [first, ...others] = reply.body as unknown[]
    if (call.query.has('page')) return { ...reply, body: others }
    return { ...reply, headers: { link: '</v1/posts?page=2>; rel="next"' }, body: [first] }
  })
  for (const path of ['/posts', '/posts?page=2', '/posts'])
    await client.send({ method: 'GET', path, headers: {} })
  await write(client, 'POST')
  expect(await end()).toEqual(clean)
})

test('a post without a text that comes after the next list is not taken for that of a create', async () => {
  const { client, provider, end } = await beginRun(async (call, correct) =>
    isCreate(call) ? { status: 200 } : correct(),
  )
  await write(client, 'POST')
  await get(client)
  provider.write(++provider.lastId, { title: '', content: '', fields: {} })
  await get(client)
  expect(await end()).toMatchObject({ left: [1, 2, 3], leftovers: [{ path: '/posts/3', curl: undefined }] })
})

test('a create without a title of the run is not sent where other clients create posts', async () => {
  const { client, ledger, provider, end } = await beginRun()
  const create = () => write(client, 'POST', '/posts', JSON.stringify({ title: ledger.nextTitle() }))
  await create()
  provider.write(++provider.lastId, { title: 'theirs too', content: '', fields: {} })
  await get(client)
  await expect(write(client, 'POST')).rejects.toThrow('was not sent, because other clients create posts')
  await create()
  expect((await end()).left).toEqual([1, 2, 4])
})
