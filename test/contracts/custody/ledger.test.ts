import { readFile, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ledgerFolder, openLedger, readEntries } from '../../../contracts/custody/ledger.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { openTitledLedger } from '../../support/titled-ledger.ts'

const url = 'http://127.0.0.1:3000/v1'

async function openedLedger(more: Partial<Parameters<typeof openLedger>[0]> = {}) {
  const ledger = await openTitledLedger({ url, folder: await temporaryFolder(), ...more })
  onTestFinished(() => ledger.close())
  return ledger
}

async function linesOf(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

test.skipIf(process.platform === 'win32')('is readable by its user alone (skipped on Windows)', async () => {
  const { file } = await openedLedger()
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('has a create on disk before it is sent', async () => {
  const ledger = await openedLedger()
  const title = ledger.nextTitle()
  ledger.creating(JSON.stringify({ title, content: 'x' }), {})
  expect(await linesOf(ledger.file)).toContainEqual({ sent: [title, 'x'] })
})

test('knows which posts may be left, ids beyond 2^53 too', async () => {
  const ledger = await openedLedger()
  ledger.created({ id: 7, title: 'one' })
  ledger.created({ id: 9_007_199_254_740_993n, title: 'two' })
  ledger.removed(7)
  ledger.removed(8)
  expect(ledger.leftovers()).toEqual([9_007_199_254_740_993n])
  await ledger.close()
  const { entries = [] } = readEntries(await readFile(ledger.file, 'utf8')) ?? {}
  expect(entries).toEqual([
    { sent: ['one', ''], gave: 7 },
    { sent: ['two', ''], gave: 9_007_199_254_740_993n },
    { removed: 7 },
    { closed: expect.any(String) },
  ])
})

test('a list that was asked for before a DELETE lists no post again that a replace at the same time may have made', async () => {
  const ledger = await openedLedger()
  const post = { id: 7, title: ledger.nextTitle(), content: 'x' }
  ledger.created(post)
  const body = JSON.stringify(post)
  const [replaced, listed] = [ledger.replacing(7, body, {}), ledger.reading('/posts')]
  ledger.deleting(7)({ status: 204, headers: {}, body: '' })
  replaced({ status: 200, headers: {}, body })
  listed({ status: 200, headers: {}, body: `[${body}]` })
  expect(ledger.get(7)).toMatchObject({ isListed: false, deleted: { isDone: false } })
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
  ledger.created({ id: 7, title: `${title} s3cret%26t0ken` })
  const text = await readFile(ledger.file, 'utf8')
  expect(text).toContain(`${title} [secret]`)
  expect(text).not.toContain('s3cret')
  expect(readEntries(text)?.entries).toEqual([{ sent: [`${title} [secret]`, ''], gave: 7 }])
})

test('a line of a ledger shows control characters as escapes, and reads as what was noted', async () => {
  const ledger = await openedLedger()
  const title = 'a\u009b31m\u202e\u0085'
  ledger.created({ id: 7n, title })
  const [, line = ''] = (await readFile(ledger.file, 'utf8')).split('\n')
  expect(line).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(line).sent[0]).toBe(title)
})
