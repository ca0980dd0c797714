import { spawnSync } from 'node:child_process'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'

const tea = { title: 'Tea', content: 'Kenya' }
const create = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(tea) }

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posts-understudy-data-'))
  file = join(folder, 'posts.json')
})

afterEach(() => rm(folder, { recursive: true }))

async function readData(): Promise<{ posts: { id: number; title: string }[]; ids: Record<string, number> }> {
  return JSON.parse(await readFile(file, 'utf8'))
}

async function writePosts(...posts: unknown[]): Promise<void> {
  await writeFile(file, JSON.stringify({ posts }))
}

test('makes the file with the first posts where there is none', async () => {
  await using server = await createPostsServer({ posts: 2, dataFile: file })
  expect(await readData()).toEqual({ posts: server.posts.list(), ids: { drawn: 2, highest: 2 } })
})

test('serves the posts of a file that a person wrote, and leaves it as it is until the first write', async () => {
  await writePosts(tea, { id: 7, ...tea }, { ...tea, title: 'Coffee' })
  const before = await readFile(file)
  await using server = await createPostsServer({ dataFile: file })
  expect(server.posts.list().map(({ id, title }) => [id, title])).toEqual([
    [7, 'Tea'],
    [8, 'Tea'],
    [9, 'Coffee'],
  ])
  expect(await readFile(file)).toEqual(before)
})

test('answers a write once the file has it', async () => {
  await using server = await createPostsServer({ posts: 0, dataFile: file })
  await fetch(`${server.url}/posts`, create)
  expect((await readData()).posts).toEqual([{ id: 1, ...tea }])
  await fetch(`${server.url}/posts/1`, { method: 'DELETE' })
  expect((await readData()).posts).toEqual([])
})

test('keeps a hundred writes at once with far fewer writings', async () => {
  await using server = await createPostsServer({ posts: 0, dataFile: file })
  await Promise.all(Array.from({ length: 100 }, () => fetch(`${server.url}/posts`, create)))
  expect((await readData()).posts).toHaveLength(100)
})

test('gives out no id again after a restart', async () => {
  {
    await using server = await createPostsServer({ posts: 3, dataFile: file })
    await fetch(`${server.url}/posts/3`, { method: 'DELETE' })
  }
  await using server = await createPostsServer({ dataFile: file })
  const response = await fetch(`${server.url}/posts`, create)
  expect(await response.json()).toEqual({ id: 4, ...tea })
})

test('keeps ids beyond 2^53 and fields of a service exact', async () => {
  await writeFile(
    file,
    '{"posts":[{"id":9007199254740993,"title":"","content":"","likes":12345678901234567890}]}',
  )
  {
    await using server = await createPostsServer({ dataFile: file })
    await fetch(`${server.url}/posts`, create)
  }
  const text = await readFile(file, 'utf8')
  expect([text.includes('"id": 9007199254740993,'), text.includes('"likes": 12345678901234567890')]).toEqual([
    true,
    true,
  ])
})

test('keeps what is written past HTTP, too, at the latest when it closes', async () => {
  {
    await using server = await createPostsServer({ posts: 0, dataFile: file })
    await server.posts.create(tea)
  }
  expect((await readData()).posts).toHaveLength(1)
})

test('keeps a reset, which goes back to what the file held at the start', async () => {
  await using server = await createPostsServer({ posts: 3, dataFile: file })
  await fetch(`${server.url}/posts/1`, { method: 'DELETE' })
  await fetch(`${server.controlUrl}reset`, { method: 'POST' })
  await server.close()
  expect((await readData()).posts).toHaveLength(3)
})

test('keeps the base world only', async () => {
  await using server = await createPostsServer({ posts: 3, dataFile: file })
  const before = await readFile(file)
  await fetch(`${server.url}/posts/1`, { method: 'DELETE', headers: { 'x-understudy-world': 'a' } })
  expect(await readFile(file)).toEqual(before)
})

test.each([
  ['is empty', '', 'it is not JSON'],
  ['is not JSON', '{ "posts": [', 'it is not JSON'],
  ['is not UTF-8', Buffer.from([0x7b, 0xff]), 'it is not UTF-8'],
  ['is a list', '[]', ': the JSON is not as expected. Fix it, or pass another file.'],
  ['has no posts', '{}', '"posts" is not as expected'],
  ['has other data as well', '{ "posts": [], "comments": [] }', ': "comments" is not as expected. Fix it'],
  [
    'has a post without a title',
    '{ "posts": [{ "content": "" }] }',
    ': "posts.0.title" is not as expected. Fix it',
  ],
  [
    'has an id twice',
    '{ "posts": [{ "id": 1, "title": "", "content": "" }, { "id": 1, "title": "", "content": "" }] }',
    ': two posts have the id 1. Fix it',
  ],
])('refuses a file that %s, and leaves it byte for byte', async (_case, content, words) => {
  await writeFile(file, content)
  await expect(createPostsServer({ dataFile: file })).rejects.toMatchObject({
    code: 'DATA_FILE_INVALID',
    message: expect.stringMatching(
      /^Failed to read the data file "[^\n]+posts\.json": [^\n]+It was not changed\.$/,
    ),
  })
  await expect(createPostsServer({ dataFile: file })).rejects.toThrow(words)
  expect(await readFile(file)).toEqual(Buffer.from(content))
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test('refuses a file in a folder that does not exist', async () => {
  await expect(createPostsServer({ dataFile: join(folder, 'nowhere', 'posts.json') })).rejects.toMatchObject({
    code: 'DATA_FILE_UNWRITABLE',
    message: expect.stringContaining('the folder does not exist'),
  })
})

test('refuses a folder in the place of the file', async () => {
  await mkdir(file)
  await expect(createPostsServer({ dataFile: file })).rejects.toMatchObject({ code: 'DATA_FILE_INVALID' })
})

test('makes no file where the port is taken', async () => {
  await using server = await createPostsServer()
  const port = Number(new URL(server.origin).port)
  await expect(createPostsServer({ port, dataFile: file })).rejects.toMatchObject({ code: 'PORT_IN_USE' })
  expect(await readdir(folder)).toEqual([])
})

test('follows a link, and keeps the mode of the file', async () => {
  const link = join(folder, 'link.json')
  await writePosts(tea)
  await chmod(file, 0o600)
  await symlink(file, link)
  {
    await using server = await createPostsServer({ dataFile: link })
    await fetch(`${server.url}/posts`, create)
  }
  expect((await readData()).posts).toHaveLength(2)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).sort()).toEqual(['link.json', 'posts.json'])
})

test('keeps each edit of another program in a file that only the owner can read', async () => {
  const notices: string[] = []
  const onNotice = (text: string) => void notices.push(text)
  await using server = await createPostsServer({ posts: 0, dataFile: file, onNotice })
  for (const edit of ['first edit', 'second edit', 'third edit']) {
    await writeFile(file, edit)
    await chmod(file, 0o600)
    await fetch(`${server.url}/posts`, create)
  }
  const kept = [1, 2, 3].map((number) => `${file}.theirs.${number}`)
  expect(await Promise.all(kept.map((path) => readFile(path, 'utf8')))).toEqual([
    'first edit',
    'second edit',
    'third edit',
  ])
  expect(await Promise.all(kept.map(async (path) => (await stat(path)).mode & 0o777))).toEqual([
    0o600, 0o600, 0o600,
  ])
  expect(notices).toEqual(kept.map((path) => expect.stringContaining(path)))
  expect((await readData()).posts).toHaveLength(3)
})

test('writes through no link that lies where an edit is to be kept', async () => {
  const victim = join(folder, 'victim')
  await writeFile(victim, 'not ours')
  await using server = await createPostsServer({ posts: 0, dataFile: file, onNotice() {} })
  await symlink(victim, `${file}.theirs.1`)
  await symlink(join(folder, 'nothing'), `${file}.theirs.2`)
  await writeFile(file, 'their edit')
  await fetch(`${server.url}/posts`, create)
  expect(await readFile(`${file}.theirs.3`, 'utf8')).toBe('their edit')
  expect(await readFile(victim, 'utf8')).toBe('not ours')
  expect(await readdir(folder)).not.toContain('nothing')
})

test.each([
  ['a FIFO', (path: string) => void spawnSync('mkfifo', [path])],
  ['a folder', (path: string) => mkdir(path)],
  ['a device', (path: string) => symlink('/dev/zero', path)],
])('refuses %s in the place of the file', async (_kind, make) => {
  await make(file)
  await expect(createPostsServer({ dataFile: file })).rejects.toMatchObject({
    code: 'DATA_FILE_INVALID',
    message: expect.stringContaining('it is not a regular file'),
  })
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test('refuses a file that another server serves, and says which', async () => {
  await using first = await createPostsServer({ posts: 0, dataFile: file })
  await expect(createPostsServer({ dataFile: file })).rejects.toMatchObject({
    code: 'DATA_FILE_IN_USE',
    message: expect.stringContaining(`process ${process.pid} serves it at ${first.url}`),
  })
  await fetch(`${first.url}/posts`, create)
  expect((await readData()).posts).toHaveLength(1)
})

test('takes a file over once the server before has ended', async () => {
  for (const count of [1, 2, 3]) {
    await using server = await createPostsServer({ posts: 0, dataFile: file })
    await fetch(`${server.url}/posts`, create)
    expect((await readData()).posts).toHaveLength(count)
  }
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test.each([
  ['of a process that is gone', JSON.stringify({ pid: spawnSync('true').pid, began: '1', host: hostname() })],
  ['of a process whose id was given to another', JSON.stringify({ pid: 1, began: '-', host: hostname() })],
  ['that is cut off', '{"pid":'],
  ['that is empty', ''],
])('takes over a lock %s', async (_case, text) => {
  await writeFile(join(folder, '.posts.json.lock'), text)
  {
    await using _server = await createPostsServer({ dataFile: file })
  }
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test('answers 500 and says why where a write cannot be kept', async () => {
  const notices: string[] = []
  const server = await createPostsServer({ posts: 0, dataFile: file, onNotice: (text) => notices.push(text) })
  await rm(folder, { recursive: true })
  const response = await fetch(`${server.url}/posts`, create)
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining('the folder does not exist'),
  ])
  await fetch(`${server.url}/posts`, create)
  expect(notices).toEqual([expect.stringContaining('Failed to write the data file')])
  await mkdir(folder)
  await server.close()
})

test('takes back every write that could not be kept, and goes on when the disk does', async () => {
  await using server = await createPostsServer({ posts: 2, dataFile: file, onNotice() {} })
  const before = server.snapshot()
  const elsewhere = `${folder} elsewhere`
  await rename(folder, elsewhere)
  const calls = [
    ...Array.from({ length: 20 }, () => fetch(`${server.url}/posts`, create)),
    fetch(`${server.url}/posts/1`, { ...create, method: 'PUT' }),
    fetch(`${server.url}/posts/2`, { method: 'DELETE' }),
    fetch(`${server.controlUrl}scenarios/empty`, { method: 'POST' }),
    fetch(`${server.controlUrl}posts`, { method: 'POST', body: JSON.stringify(tea) }),
  ]
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([500]))
  expect(server.snapshot()).toEqual(before)
  await rename(elsewhere, folder)
  expect(await (await fetch(`${server.url}/posts`, create)).json()).toEqual({ id: 3, ...tea })
  expect((await readData()).posts.map(({ id }) => id)).toEqual([1, 2, 3])
})

test.each(['reset', 'scenarios/thousand'])(
  'takes back /%s where the file cannot be written, and leaves the file as it was',
  async (path) => {
    await using server = await createPostsServer({ posts: 2, dataFile: file, onNotice() {} })
    await fetch(`${server.controlUrl}state`)
    await fetch(`${server.url}/posts`, create)
    const [before, written] = [server.snapshot(), await readFile(file, 'utf8')]
    const elsewhere = `${folder} elsewhere`
    await rename(folder, elsewhere)
    const { status } = await fetch(server.controlUrl + path, { method: 'POST' })
    expect([status, server.snapshot()]).toEqual([500, before])
    await rename(elsewhere, folder)
    expect(await readFile(file, 'utf8')).toBe(written)
  },
)

test('takes back a write whose reply is delayed by a fault', async () => {
  await using server = await createPostsServer({ posts: 2, dataFile: file, onNotice() {} })
  server.faults.latency(50)
  const before = server.snapshot()
  const elsewhere = `${folder} elsewhere`
  await rename(folder, elsewhere)
  expect((await fetch(`${server.url}/posts`, create)).status).toBe(500)
  expect(server.snapshot()).toEqual(before)
  await rename(elsewhere, folder)
})

test('refuses a file with an id of a million digits in a sentence of ordinary length', async () => {
  await writeFile(file, `{"posts":[{"id":1${'0'.repeat(1e6)},"title":"","content":""}]}`)
  const error = await createPostsServer({ dataFile: file }).catch((refused: Error) => refused)
  expect(error).toMatchObject({ code: 'DATA_FILE_INVALID' })
  expect((error as Error).message.length).toBeLessThan(600)
})
