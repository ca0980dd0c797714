import { readFile, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ledgerFolder, openLedger, readEntries } from '../../../contracts/custody/ledger.ts'
import { jsonRequest, plainRequest } from '../../../contracts/scenarios/exchange.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { openTitledLedger } from '../../support/titled-ledger.ts'

const url = 'http://127.0.0.1:3000/v1'

async function openedLedger(more: Partial<Parameters<typeof openLedger>[0]> = {}) {
  const ledger = await openTitledLedger({ url, folder: await temporaryFolder(), ...more })
  onTestFinished(() => ledger.close())
  return ledger
}

test.skipIf(process.platform === 'win32')('is readable by its user alone (skipped on Windows)', async () => {
  const { file } = await openedLedger()
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('has a create on disk before it is sent', async () => {
  const ledger = await openedLedger()
  const title = ledger.nextTitle()
  ledger.posts.sending(jsonRequest('POST', '/posts', { title, content: 'x' }))
  const lines = (await readFile(ledger.file, 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ kind: 'create', texts: [title, 'x'] })
})

test('knows which posts may be left, ids beyond 2^53 too', async () => {
  const ledger = await openedLedger()
  const { posts } = ledger
  posts.note({ kind: 'created', texts: ['one', ''], id: 7 })
  posts.note({ kind: 'created', texts: ['two', ''], id: 9_007_199_254_740_993n })
  posts.note({ kind: 'removed', id: 7 })
  posts.note({ kind: 'removed', id: 8 })
  expect(ledger.leftovers()).toEqual([9_007_199_254_740_993n])
  await ledger.close()
  const { entries = [] } = readEntries(await readFile(ledger.file, 'utf8')) ?? {}
  expect(entries).toEqual([
    { kind: 'created', texts: ['one', ''], id: 7 },
    { kind: 'created', texts: ['two', ''], id: 9_007_199_254_740_993n },
    { kind: 'removed', id: 7 },
    { kind: 'closed', at: expect.any(String) },
  ])
})

test('a list that was asked for before a DELETE lists no post again that a replace at the same time may have made', async () => {
  const ledger = await openedLedger()
  const post = { id: 7, title: ledger.nextTitle(), content: 'x' }
  const { posts } = ledger
  posts.note({ kind: 'created', texts: [post.title, post.content], id: 7 })
  const body = JSON.stringify(post)
  const [replaced, listed] = [
    posts.sending(jsonRequest('PUT', '/posts/7', body)),
    posts.sending(plainRequest('GET', '/posts')),
  ]
  posts.sending(plainRequest('DELETE', '/posts/7'))({ status: 204, headers: {}, body: '' })
  replaced({ status: 200, headers: {}, body })
  listed({ status: 200, headers: {}, body: `[${body}]` })
  expect(posts.get(7)).toMatchObject({ provenIn: new Set(), state: 'sent' })
})

test('notes once the id that a reply to a create names twice, also where a list has shown the post before', async () => {
  const ledger = await openedLedger()
  const post = { id: 7, title: ledger.nextTitle(), content: 'x' }
  const body = JSON.stringify(post)
  const created = ledger.posts.sending(jsonRequest('POST', '/posts', body))
  ledger.posts.sending(plainRequest('GET', '/posts'))({ status: 200, headers: {}, body: `[${body}]` })
  created({ status: 201, headers: { location: '/v1/posts/7' }, body })
  const { entries = [] } = readEntries(await readFile(ledger.file, 'utf8')) ?? {}
  expect(entries.map(({ kind }) => kind)).toEqual(['create', 'created'])
})

test('says where no ledger can be written, and that nothing may be created then', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'taken'), '')
  await expect(openLedger({ url, folder: join(folder, 'taken', 'ledger') })).rejects.toMatchObject({
    code: 'LEDGER_UNUSABLE',
    message: expect.stringContaining('XDG_STATE_HOME'),
  })
})

test.each([
  [{ XDG_STATE_HOME: '/state' }, '/state/posts-understudy/ledger'],
  [{ XDG_STATE_HOME: 'state' }, join(homedir(), '.local/state/posts-understudy/ledger')],
  [{}, join(homedir(), '.local/state/posts-understudy/ledger')],
])('lies, by %j, in %s', (environment, expected) => {
  expect(ledgerFolder(environment)).toBe(expected)
})

test('keeps secrets that a provider has put into a post out of its file, which reads back all the same', async () => {
  const secrets = { headers: { Authorization: 'Bearer s3cret&t0ken' } }
  const ledger = await openedLedger({ secrets })
  const title = ledger.nextTitle()
  ledger.posts.note({ kind: 'created', texts: [`${title} s3cret%26t0ken`, ''], id: 7 })
  const text = await readFile(ledger.file, 'utf8')
  expect(text).toContain(`${title} [secret]`)
  expect(text).not.toContain('s3cret')
  expect(readEntries(text)?.entries).toEqual([{ kind: 'created', texts: [`${title} [secret]`, ''], id: 7 }])
})

test('a line of a ledger shows control characters as escapes, and reads as what was noted', async () => {
  const ledger = await openedLedger()
  const title = 'a\u009b31m\u202e\u0085'
  ledger.posts.note({ kind: 'created', texts: [title, ''], id: 7n })
  const [, line = ''] = (await readFile(ledger.file, 'utf8')).split('\n')
  expect(line).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(line).texts[0]).toBe(title)
})
