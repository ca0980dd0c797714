import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLedger } from '../../../contracts/custody/ledger.ts'
import { ledgerFolder, openLedgerFile, readEntries } from '../../../contracts/custody/ledger-file.ts'
import { mayLive } from '../../../contracts/custody/sweep.ts'
import { titleOf } from '../../../contracts/spec/marks.ts'
import { filesIn, openFiles, temporaryFolder } from '../../support/ledger-folder.ts'

const url = 'http://127.0.0.1:3000/v1'

async function openedLedger(more: Partial<Parameters<typeof openLedger>[0]> = {}) {
  const ledger = await openLedger({ url, folder: await temporaryFolder(), ...more })
  onTestFinished(() => ledger.close())
  return ledger
}

async function linesOf(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

test('makes titles of which none is part of another', async () => {
  const ledger = await openedLedger()
  const titles = Array.from({ length: 120 }, ledger.nextTitle)
  expect(titles[0]).toBe(titleOf(ledger.marker, 1))
  const parts = titles.filter((title) => titles.some((other) => other !== title && other.includes(title)))
  expect(parts).toEqual([])
})

test('gives every run a marker of its own', async () => {
  const ledgers = await Promise.all(Array.from({ length: 20 }, () => openedLedger()))
  expect(new Set(ledgers.map(({ marker }) => marker)).size).toBe(20)
})

test('says in its first line whose run it is, on which provider', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 2) })
  onTestFinished(() => void vi.useRealTimers())
  const { file, marker } = await openedLedger()
  expect(await linesOf(file)).toEqual([
    expect.objectContaining({
      run: marker,
      url,
      pid: process.pid,
      host: hostname(),
      started: '2026-01-02T00:00:00.000Z',
    }),
  ])
})

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

test('keeps what it noted when its process is killed at once', async () => {
  const folder = await temporaryFolder()
  const script = `
    const { openLedger } = await import('${join(import.meta.dirname, '../../../contracts/custody/ledger.ts')}')
    const ledger = await openLedger({ url: 'http://h/v1', folder: process.argv[1] })
    ledger.creating(JSON.stringify({ title: ledger.nextTitle(), content: '' }), {})
    ledger.created({ id: 9007199254740993n, title: 'a title' })
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: 'inherit',
  })
  await once(child, 'exit')
  const [name = ''] = await filesIn(folder)
  const read = readEntries(await readFile(join(folder, name), 'utf8'))
  expect(read?.run).toMatchObject({ run: name.replace('.jsonl', ''), pid: child.pid })
  expect(read?.entries).toEqual([
    { sent: [titleOf(String(read?.run.run), 1), ''] },
    { sent: ['a title', ''], gave: 9_007_199_254_740_993n },
  ])
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

test('counts a create without a known id as left until the list was seen without the marker', async () => {
  const ledger = await openedLedger()
  const create = () => ledger.creating(JSON.stringify({ title: ledger.nextTitle(), content: '' }), {})
  expect(ledger.leftovers()).toEqual([])
  create()
  expect(ledger.leftovers()).toEqual([undefined])
  ledger.book.creates.accounted()
  expect(ledger.leftovers()).toEqual([])
  create()
  expect(ledger.leftovers()).toEqual([undefined])
})

test('removes its file when nothing is left, and keeps it otherwise', async () => {
  const folder = await temporaryFolder()
  const [idle, clean, dirty] = [
    await openLedger({ url, folder }),
    await openLedger({ url, folder }),
    await openLedger({ url, folder }),
  ]
  await idle.close()
  clean.creating(JSON.stringify({ title: clean.nextTitle(), content: '' }), {})
  clean.created({ id: 1, title: 'a' })
  clean.removed(1)
  clean.book.creates.accounted()
  await clean.close()
  dirty.created({ id: 1, title: 'a' })
  await dirty.close()
  expect(await filesIn(folder)).toEqual([`${dirty.marker}.jsonl`])
})

test('says where no ledger can be written, and that nothing may be created then', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'taken'), '')
  const opening = openLedger({ url, folder: join(folder, 'taken', 'ledger') })
  await expect(opening).rejects.toMatchObject({
    code: 'LEDGER_UNUSABLE',
    message: expect.stringContaining('XDG_STATE_HOME'),
  })
})

test.skipIf(process.platform !== 'linux')(
  'keeps no file open that it cannot write to (needs /dev/full)',
  async () => {
    expect(() => openLedgerFile('/dev/full')).toThrow('Failed to write the ledger')
    expect(await openFiles()).not.toContain('/dev/full')
  },
)

test.skipIf(process.getuid?.() === 0)(
  'says that a folder is not ours to write (skipped for root)',
  async () => {
    const folder = await temporaryFolder()
    await chmod(folder, 0o500)
    await expect(openLedger({ url, folder })).rejects.toMatchObject({ code: 'LEDGER_UNUSABLE' })
  },
)

test.each([
  [{ XDG_STATE_HOME: '/state' }, '/state/posts-understudy/ledger'],
  [{ XDG_STATE_HOME: 'state' }, join(homedir(), '.local/state/posts-understudy/ledger')],
  [{}, join(homedir(), '.local/state/posts-understudy/ledger')],
])('lies, by %j, in %s', (environment, expected) => {
  expect(ledgerFolder(environment)).toBe(expected)
})

const us = { pid: process.pid, host: hostname() }
const hour = 3_600_000
test.each([
  ['this process', us, 0, true],
  ['no process', { ...us, pid: 2 ** 22 + 1 }, 0, false],
  ['a process, silent for two days', us, 48 * hour, false],
  ['another machine', { ...us, host: 'elsewhere' }, 1000, true],
  ['another machine, silent for two hours', { ...us, host: 'elsewhere' }, 2 * hour, false],
])('tells of %s whether it may live', (_case, run, idle, expected) => {
  expect(mayLive(run, idle)).toBe(expected)
})

test('keeps secrets that a provider has put into a post out of its file, which reads back all the same', async () => {
  const secrets = { headers: { Authorization: 'Bearer s3cret&t0ken' }, environment: {} }
  const ledger = await openedLedger({ secrets })
  ledger.created({ id: 7, title: `${ledger.nextTitle()} s3cret%26t0ken` })
  const text = await readFile(ledger.file, 'utf8')
  expect(text).toContain(`${titleOf(ledger.marker, 1)} [secret]`)
  expect(text).not.toContain('s3cret')
  expect(readEntries(text)?.entries).toEqual([
    { sent: [`${titleOf(ledger.marker, 1)} [secret]`, ''], gave: 7 },
  ])
})

test('a line of a ledger shows control characters as escapes, and reads as what was noted', async () => {
  const ledger = await openedLedger()
  const title = 'a\u009b31m\u202e\u0085'
  ledger.created({ id: 7n, title })
  const [, line = ''] = (await readFile(ledger.file, 'utf8')).split('\n')
  expect(line).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(line).sent[0]).toBe(title)
})
