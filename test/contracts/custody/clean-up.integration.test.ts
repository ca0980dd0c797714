import { expect, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../contracts/custody/clean-up.ts'
import { type Ledger, openLedger } from '../../../contracts/custody/ledger.ts'
import { WriteGuard } from '../../../contracts/custody/write-guard.ts'
import { titleOf } from '../../../contracts/spec/marks.ts'
import type { Change } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { creating } from '../../support/created-post.ts'
import { filesIn, temporaryFolder } from '../../support/ledger-folder.ts'
import { clientFor, clockThatRuns, write } from '../../support/provider-client.ts'

/** A provider with three posts of somebody else, a client, a ledger and what creates posts there. */
async function begin(change?: Change, options: Parameters<typeof clientFor>[1] = {}) {
  const running = await startProvider(change)
  onTestFinished(running.close)
  const { provider } = running
  for (const title of ['theirs 1', 'theirs 2', 'theirs 3'])
    provider.write(++provider.lastId, { title, content: 'untouched', fields: {} })
  const reading = clientFor(running.url, options)
  const folder = await temporaryFolder()
  const ledger = await openLedger({ url: reading.url, folder })
  onTestFinished(ledger.close)
  const client = reading.writing(new WriteGuard(ledger))
  const setup = creating(client.send, ledger.nextTitle)
  const clock = clockThatRuns()
  const titles = () => [...provider.posts.values()].map(({ title }) => title)
  const clean = () => cleanUp(ledger, client, { clock })
  const close = async () => {
    await ledger.close()
    return filesIn(folder)
  }
  return {
    provider,
    requests: running.requests,
    stop: running.close,
    client,
    ledger,
    setup,
    clock,
    clean,
    close,
    titles,
  }
}

const theirs = ['theirs 1', 'theirs 2', 'theirs 3']

/** Creates a post whose id never becomes known, as when the run is ended between the request and its reply. */
async function createUnknown(client: ReturnType<typeof clientFor>, ledger: Ledger) {
  const title = ledger.nextTitle()
  await write(client, 'POST', '/posts', JSON.stringify({ title, content: 'x' }))
}

test('removes every post of the run and no other, and then its ledger', async () => {
  const { setup, clean, close, titles } = await begin()
  for (let posts = 0; posts < 10; posts++) await setup.create()
  expect(await clean()).toEqual({ removed: 10, leftovers: [] })
  expect(titles()).toEqual(theirs)
  expect(await close()).toEqual([])
})

test('reads a post before it deletes it', async () => {
  const { setup, clean, requests } = await begin()
  const { id } = await setup.create()
  const before = requests.length
  await clean()
  expect(requests.slice(before)).toEqual([
    'GET /v1/posts',
    `GET /v1/posts/${id}`,
    `DELETE /v1/posts/${id}`,
    `GET /v1/posts/${id}`,
    'GET /v1/posts',
  ])
})

test('finds posts whose id never became known by their marker', async () => {
  const { client, ledger, clean, close, titles } = await begin()
  await createUnknown(client, ledger)
  await createUnknown(client, ledger)
  expect(await clean()).toEqual({ removed: 2, leftovers: [] })
  expect(titles()).toEqual(theirs)
  expect(await close()).toEqual([])
})

test('leaves a post of somebody else that got a freed id', async () => {
  const { setup, provider, clean, close, titles } = await begin()
  const { id, title } = await setup.create()
  provider.posts.delete(BigInt(id))
  provider.write(BigInt(id), { title: 'theirs 4', content: 'new', fields: {} })
  expect(await clean()).toEqual({
    removed: 0,
    leftovers: [
      {
        title,
        path: `/posts/${id}`,
        curl: undefined,
        reason: 'not removed, because this run did not write what is there now',
      },
    ],
  })
  expect(titles()).toEqual([...theirs, 'theirs 4'])
  expect(await close()).toEqual([])
})

test('never deletes what is listed with its marker but reads as a post of somebody else', async () => {
  const { client, ledger, clean, requests, titles } = await begin((_provider, correct) => ({
    // The list is off by one.
    showListed: (post) => ({ ...(correct.show(post) as object), id: post.id - 1n }),
  }))
  await createUnknown(client, ledger)
  const title = titleOf(ledger.marker, 1)
  expect(await clean()).toMatchObject({
    removed: 0,
    leftovers: [
      { title, path: '/posts/3', curl: undefined },
      { title, path: '/posts/4', curl: undefined },
    ],
  })
  expect(requests.filter((line) => line.startsWith('DELETE'))).toEqual([])
  expect(titles()).toEqual([...theirs, title])
})

test('names posts that another client deleted, with 404 or 410, and keeps no ledger', async () => {
  const { setup, provider, clean, close } = await begin((_provider, correct) => ({
    missing: (id) => ({ ...correct.missing(id), status: id % 2n === 0n ? 410 : 404 }),
  }))
  for (const { id } of [await setup.create(), await setup.create()]) provider.posts.delete(BigInt(id))
  const reason = expect.stringContaining('it may still be there')
  expect((await clean()).leftovers).toMatchObject([{ reason }, { reason }])
  expect(await close()).toEqual([])
})

test.each([
  ['refuses to delete', () => ({ remove: () => ({ status: 405 }) })],
  ['says that it deletes, and does not', () => ({ remove: () => ({ status: 204 }) })],
] satisfies [string, Change][])(
  'lists what a provider keeps that %s, with the command that removes it',
  async (_what, change) => {
    const { setup, clean, close, client } = await begin(change, {
      headers: { Authorization: 'Bearer s3cret' },
    })
    const { id, title } = await setup.create()
    const curl = `curl -i -X DELETE ${client.url}/posts/${id} -H "Authorization: $AUTHORIZATION"`
    expect(await clean()).toEqual({
      removed: 0,
      leftovers: [{ title, path: `/posts/${id}`, curl }],
    })
    expect(await close()).toHaveLength(1)
  },
)

test('cleans up after an interruption', async () => {
  const interruption = new AbortController()
  const { setup, clean, titles } = await begin(undefined, { signal: interruption.signal })
  await setup.create()
  interruption.abort()
  await expect(setup.create()).rejects.toThrow()
  expect(await clean()).toMatchObject({ removed: 1, leftovers: [] })
  expect(titles()).toEqual(theirs)
})

test('waits for a provider that is coming back', async () => {
  let away = 20
  const { setup, provider, clean, titles } = await begin()
  for (let posts = 0; posts < 5; posts++) await setup.create()
  const { send } = provider
  provider.send = (reply, response, call) =>
    away-- > 0 ? void response.socket?.destroy() : send(reply, response, call)
  expect(await clean()).toMatchObject({ leftovers: [] })
  expect(titles()).toEqual(theirs)
})

test('gives a provider up that stays away, and lists what it may hold', async () => {
  const { setup, ledger, clean, close, stop, clock } = await begin()
  const { id, title } = await setup.create()
  await stop()
  expect(await clean()).toMatchObject({
    removed: 0,
    leftovers: [
      { title, path: `/posts/${id}` },
      { title: `${ledger.marker}*`, path: undefined },
    ],
  })
  expect(clock.now()).toBeGreaterThanOrEqual(5000)
  expect(clock.now()).toBeLessThan(6000)
  expect(await close()).toHaveLength(1)
})
