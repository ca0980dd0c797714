import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { madePost } from '../../../contracts/custody/evidence.ts'
import { openLedger } from '../../../contracts/custody/ledger.ts'
import { entryLine, readEntries } from '../../../contracts/custody/ledger-entry.ts'
import { ledgerFolder, reopenLedgerFile } from '../../../contracts/custody/ledger-file.ts'
import { mayLive, thisProcess } from '../../../contracts/custody/run-process.ts'
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

test('has a title on disk before it says so', async () => {
  const ledger = await openedLedger()
  const title = ledger.nextTitle()
  await ledger.willCreate(title)
  expect(await readFile(ledger.file, 'utf8')).toContain(title)
})

test('has titles on disk that are asked for at the same time, and foreign ones', async () => {
  const ledger = await openedLedger()
  const titles = [...Array.from({ length: 40 }, ledger.nextTitle), 'a title of its own']
  await Promise.all(titles.map((title) => ledger.willCreate(title)))
  const text = await readFile(ledger.file, 'utf8')
  expect(titles.filter((title) => !text.includes(title))).toEqual([])
})

test('keeps its titles and ids when its process is killed at once', async () => {
  const folder = await temporaryFolder()
  const script = `
    const { openLedger } = await import('${join(import.meta.dirname, '../../../contracts/custody/ledger.ts')}')
    const ledger = await openLedger({ url: 'http://h/v1', folder: process.argv[1] })
    await ledger.willCreate(ledger.nextTitle())
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
    { will: expect.arrayContaining([titleOf(String(read?.run.run), 1)]) },
    { created: { id: 9_007_199_254_740_993n, title: 'a title' } },
  ])
})

test('knows which posts it owns, ids beyond 2^53 too', async () => {
  const ledger = await openedLedger()
  ledger.created({ id: 7, title: 'one' })
  ledger.created({ id: 9_007_199_254_740_993n, title: 'two' })
  ledger.removed(7)
  ledger.removed(8)
  expect(ledger.posts).toEqual([{ id: 9_007_199_254_740_993n, title: 'two' }])
  await ledger.close()
  const { entries = [] } = readEntries(await readFile(ledger.file, 'utf8')) ?? {}
  expect(entries).toEqual([
    { created: { id: 7, title: 'one' } },
    { created: { id: 9_007_199_254_740_993n, title: 'two' } },
    { removed: 7 },
    { closed: expect.any(String) },
  ])
})

test('counts a title without a known id as left until the list was seen without the marker', async () => {
  const ledger = await openedLedger()
  expect(ledger.leftovers()).toEqual([])
  await ledger.willCreate(ledger.nextTitle())
  expect(ledger.leftovers()).toEqual([{ id: undefined, title: `${ledger.marker}*` }])
  ledger.accounted()
  expect(ledger.leftovers()).toEqual([])
  await ledger.willCreate(ledger.nextTitle())
  expect(ledger.leftovers()).toHaveLength(1)
})

test('removes its file when nothing is left, and keeps it otherwise', async () => {
  const folder = await temporaryFolder()
  const [idle, clean, dirty] = [
    await openLedger({ url, folder }),
    await openLedger({ url, folder }),
    await openLedger({ url, folder }),
  ]
  await idle.close()
  await clean.willCreate(clean.nextTitle())
  clean.created({ id: 1, title: 'a' })
  clean.removed(1)
  clean.accounted()
  await clean.close()
  dirty.created({ id: 1, title: 'a' })
  await dirty.close()
  expect(await filesIn(folder)).toEqual([`${dirty.marker}.jsonl`])
})

test('holds neither credentials nor contents', async () => {
  const ledger = await openedLedger()
  const post = { id: 1, title: 'a', content: 's3cret text' }
  ledger.created(post)
  await ledger.close()
  expect(await readFile(ledger.file, 'utf8')).not.toContain('s3cret')
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
    await expect(reopenLedgerFile('/dev/full')).rejects.toMatchObject({ code: 'LEDGER_UNUSABLE' })
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

const after = [
  { id: 11 },
  { id: 12, title: 7, content: null },
  { id: 13, title: 'pu-lost' },
  { id: 14, title: 'Hello' },
]
const sent = '{"title":"pu-lost","content":"say \\"hi\\""}'
test.each([
  ['has no texts', { id: 11, sent, before: new Set([1]), after }, true],
  ['has a number that was sent', { id: 12, sent: '{"title":7}', before: new Set(), after }, true],
  ['has a field of a form that was sent', { id: 13, sent: 'title=pu-lost', before: new Set(), after }, true],
  ['has a text that was sent', { id: 13, sent, before: new Set(), after }, true],
  [
    'has a text with escapes that was sent',
    { id: 1, sent, before: new Set(), after: [{ id: 1, content: 'say "hi"' }] },
    true,
  ],
  ['was there before', { id: 11, sent, before: new Set([11]), after }, false],
  ['is not listed', { id: 15, sent, before: new Set(), after }, false],
  [
    'has only names of fields that were sent',
    { id: 1, sent, before: new Set(), after: [{ id: 1, title: 'title', content: 'content' }] },
    false,
  ],
  ['has a part of a text', { id: 1, sent, before: new Set(), after: [{ id: 1, title: 'lost' }] }, false],
  [
    'has the text of the other field',
    { id: 1, sent, before: new Set(), after: [{ id: 1, content: 'pu-lost' }] },
    false,
  ],
  ['has a text of somebody else', { id: 14, sent, before: new Set(), after }, false],
  ['has a text that is none', { id: 1, sent, before: new Set(), after: [{ id: 1, title: ['a'] }] }, false],
])('judges the owner of a post that %s', (_case, evidence, owned) => {
  expect(madePost(evidence) !== undefined).toBe(owned)
})

test('owns what the evidence suffices for, with the texts it had', async () => {
  const ledger = await openedLedger()
  expect(ledger.madeFor({ id: 13, sent, before: new Set(), after })).toBe(13)
  expect(ledger.madeFor({ id: 14, sent, before: new Set(), after })).toBeUndefined()
  expect(ledger.posts).toEqual([{ id: 13, title: 'pu-lost', unmarked: '["pu-lost",null]' }])
})

test('owns a post without a mark under the id that an earlier post of the run had', async () => {
  const ledger = await openedLedger()
  ledger.created({ id: 13, title: titleOf(ledger.marker, 1) })
  expect(ledger.madeFor({ id: 13, sent, before: new Set(), after })).toBe(13)
  expect(ledger.posts).toEqual([{ id: 13, title: 'pu-lost', unmarked: '["pu-lost",null]' }])
})

test.each([
  [{ XDG_STATE_HOME: '/state' }, 'linux', '/state/posts-understudy/ledger'],
  [{ XDG_STATE_HOME: 'state' }, 'linux', join(homedir(), '.local/state/posts-understudy/ledger')],
  [{}, 'darwin', join(homedir(), '.local/state/posts-understudy/ledger')],
  [{ LOCALAPPDATA: '/local' }, 'win32', '/local/posts-understudy/ledger'],
] as const)('lies, by %j on %s, in %s', (environment, platform, expected) => {
  expect(ledgerFolder(environment, platform)).toBe(expected)
})

const us = thisProcess()
test.each([
  ['this process', us, 0, true],
  ['another process that has our number now', { ...us, birth: 'earlier' }, 0, us.birth === undefined],
  ['no process', { ...us, pid: 2 ** 22 + 1 }, 0, false],
  ['a process of which nothing is known but its number', { ...us, birth: undefined }, 1000, true],
  ['the same, silent for two days', { ...us, birth: undefined }, 48 * 3_600_000, false],
  ['another machine', { ...us, host: 'elsewhere' }, 1000, true],
  ['another machine, silent for two hours', { ...us, host: 'elsewhere' }, 2 * 3_600_000, false],
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
    { created: { id: 7, title: `${titleOf(ledger.marker, 1)} [secret]` } },
  ])
})

test('a line of a ledger shows control characters as escapes, and reads as what was noted', () => {
  const unmarked = '["a\u009b31m","\u202e\u0085"]'
  const line = entryLine({ created: { id: 7n, title: 'a', unmarked } })
  expect(line).toMatch(/^[\x20-\x7e]+\n$/)
  expect(JSON.parse(line).created.unmarked).toBe(unmarked)
})
