import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLedger } from '../../../contracts/custody/ledger.ts'
import { sweep } from '../../../contracts/custody/sweep.ts'
import { WriteGuard } from '../../../contracts/custody/write-guard.ts'
import { jsonRequest, plainRequest } from '../../../contracts/scenarios/exchange.ts'
import type { ProviderClient } from '../../../contracts/wire/client.ts'
import { takesAnything } from '../../provider-set/changes.ts'
import type { Change } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { farAway } from '../../support/distant-clock.ts'
import { clientFor, write } from '../../support/provider-client.ts'
import { filesIn, temporaryFolder } from '../../support/run-folder.ts'
import { openTitledLedger } from '../../support/titled-ledger.ts'

/** A provider with a post of somebody else, and a folder for ledgers. */
async function begin(change?: Change) {
  const running = await startProvider(change)
  onTestFinished(running.close)
  const { provider, requests, url } = running
  provider.write(++provider.lastId, { title: 'theirs', content: 'untouched', fields: {} })
  const client = clientFor(url, { clock: farAway(0) })
  const folder = await temporaryFolder()
  const titles = () => [...provider.posts.values()].map(({ title }) => title)
  const sweepUp = (more: Partial<Parameters<typeof sweep>[0]> = {}) =>
    sweep({ client, folder, clock: farAway(0), ...more })
  return { provider, requests, client, folder, titles, sweepUp }
}

const dead = { isAlive: () => false }

test('leaves a run alone that is under way', async () => {
  const { client, folder, requests, sweepUp } = await begin()
  const ledger = await openLedger({ url: client.url, folder })
  ledger.posts.note({ kind: 'created', texts: ['a', ''], id: 1 })
  const { swept, skipped } = await sweepUp()
  expect({ swept, skipped }).toEqual({
    swept: [],
    skipped: [{ file: ledger.file, reason: expect.stringContaining('still be running') }],
  })
  expect(requests).toEqual([])
  await ledger.close()
})

test('leaves the ledgers of other providers alone', async () => {
  const { folder, requests, sweepUp } = await begin()
  const other = await openLedger({ url: 'https://other.example/v1', folder })
  other.posts.note({ kind: 'created', texts: ['a', ''], id: 1 })
  await other.close()
  expect(await sweepUp()).toEqual({ swept: [], skipped: [] })
  expect([requests, await filesIn(folder)]).toEqual([[], [`${other.posts.marker}.jsonl`]])
})

/** A run that created a post twice with the same texts, and ended. */
async function endedAfterTwins(client: ProviderClient, folder: string) {
  const ledger = await openTitledLedger({ url: client.url, folder })
  const { send } = client.writing(new WriteGuard(ledger.posts).pass)
  const title = ledger.nextTitle()
  const request = jsonRequest('POST', '/posts', { title, content: 'twin' })
  await send(request)
  await send(request)
  await ledger.close()
  return title
}

test('reads a ledger whose last line was cut off, and goes on in a new line', async () => {
  const { client, folder, titles, sweepUp } = await begin((_provider, correct) => ({
    remove: (id) => (id === 2n ? { status: 500 } : correct.remove(id)),
  }))
  const title = await endedAfterTwins(client, folder)
  const [name = ''] = await filesIn(folder)
  await appendFile(join(folder, name), '{"kind":"created","ti')
  const { swept } = await sweepUp(dead)
  expect(swept).toMatchObject([{ removed: 1, leftovers: [{ path: '/posts/2' }] }])
  expect(titles()).toEqual(['theirs', title])
  expect(await readFile(join(folder, name), 'utf8')).toMatch(/"ti\n\{"kind":"shown",/)
})

/** A run that was killed during a create. A create before it was refused. */
async function killedDuringCreate(client: ProviderClient, folder: string) {
  const ledger = await openTitledLedger({ url: client.url, folder })
  const [refused, title] = [ledger.nextTitle(), ledger.nextTitle()]
  const create = (each: string) =>
    ledger.posts.sending(jsonRequest('POST', '/posts', { title: each, content: '' }))
  create(refused)({ status: 400, headers: {}, body: '' })
  create(title)
  return { title, file: ledger.file }
}

test('removes the post of a create without a reply that becomes visible between two lists', async () => {
  let lists = 0
  const { client, folder, provider, titles, sweepUp } = await begin((_provider, correct) => ({
    all: () => correct.all().filter(({ id }) => id === 1n || lists++ > 0),
  }))
  const { title } = await killedDuringCreate(client, folder)
  provider.write(2n, { title, content: '', fields: {} })
  expect((await sweepUp(dead)).swept).toMatchObject([{ removed: 1, leftovers: [] }])
  expect(titles()).toEqual(['theirs'])
})

test('names a post of a killed run that its create named and nothing shows, but none that was shown before', async () => {
  const { client, folder, provider, sweepUp } = await begin()
  const ledger = await openTitledLedger({ url: client.url, folder })
  const { send } = client.writing(new WriteGuard(ledger.posts).pass)
  const texts = () => ({ title: ledger.nextTitle(), content: '' })
  const create = () => send(jsonRequest('POST', '/posts', texts()))
  await create()
  await send(plainRequest('DELETE', '/posts/2'))
  await send(jsonRequest('PUT', '/posts/2', texts()))
  await create()
  await send(plainRequest('GET', '/posts/3'))
  await create()
  for (const id of [3n, 4n]) provider.posts.delete(id)
  const reason = expect.stringContaining('may still appear')
  expect((await sweepUp(dead)).swept).toMatchObject([{ leftovers: [{ path: '/posts/4', reason }] }])
})

test('names a create without a reply whose post nothing shows, until its run is an hour old', async () => {
  const { client, folder, sweepUp } = await begin()
  const { title, file } = await killedDuringCreate(client, folder)
  const reason = expect.stringContaining('may still appear')
  expect((await sweepUp(dead)).swept).toMatchObject([{ leftovers: [{ title, reason }] }])
  const hourAgo = `"started":"${new Date(Date.now() - 3_600_001).toISOString()}"`
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"started":"[^"]*"/, hourAgo))
  expect((await sweepUp(dead)).swept).toMatchObject([{ leftovers: [] }])
  expect(await filesIn(folder)).toEqual([])
})

test('names a ledger that cannot be read, and sweeps the others', async () => {
  const { client, folder, sweepUp } = await begin()
  const file = join(folder, '0.jsonl')
  await mkdir(file)
  await endedAfterTwins(client, folder)
  expect(await sweepUp(dead)).toMatchObject({
    swept: [{ removed: 2 }],
    skipped: [{ file, reason: expect.stringContaining('EISDIR') }],
  })
})

test.each<[what: string, texts: (title: string) => { title: string; content: string }]>([
  ['the title of the run and another content', (title) => ({ title, content: 'Kept as an example.' })],
  ['a title that begins with one of the run', (title) => ({ title: `${title}: what?`, content: 'twin' })],
  ['a content that quotes the run', (title) => ({ title: 'Incident', content: `${title} broke staging` })],
])('leaves a post with %s, also under an id of the run', async (_what, texts) => {
  const { client, folder, provider, titles, sweepUp } = await begin()
  const title = await endedAfterTwins(client, folder)
  for (const id of [2n, 9n]) provider.write(id, { ...texts(title), fields: {} })
  const { swept } = await sweepUp(dead)
  expect(swept[0]?.removed).toBe(1)
  expect(titles()).toEqual(['theirs', texts(title).title, texts(title).title])
})

test('never deletes a post without a mark, which may be somebody else by now, and names it', async () => {
  const { client, folder, titles, requests, sweepUp } = await begin(takesAnything)
  const ledger = await openLedger({ url: client.url, folder })
  await write(client.writing(new WriteGuard(ledger.posts).pass), 'POST')
  await ledger.close()
  const { swept } = await sweepUp(dead)
  expect(swept).toMatchObject([{ removed: 0, leftovers: [{ path: '/posts/2' }] }])
  expect(requests.filter((line) => line.startsWith('DELETE'))).toEqual([])
  expect(titles()).toEqual(['theirs', ''])
})
