import { spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

const tea = { title: 'Tea', content: 'Kenya' }
const create = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(tea) }

let folder: string
let file: string

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'posts.json')
})

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

test('gives out no id again after a restart', async () => {
  {
    await using server = await createPostsServer({ posts: 3, dataFile: file })
    await fetch(`${server.url}/posts/3`, { method: 'DELETE' })
  }
  await using server = await createPostsServer({ dataFile: file })
  const response = await fetch(`${server.url}/posts`, create)
  expect(await response.json()).toEqual({ id: 4, ...tea })
})

test('keeps the base world only', async () => {
  await using server = await createPostsServer({ posts: 3, dataFile: file })
  const before = await readFile(file)
  await fetch(`${server.url}/posts/1`, { method: 'DELETE', headers: { 'x-understudy-world': 'a' } })
  expect(await readFile(file)).toEqual(before)
})

test.each([
  ['is empty', '', 'JSON'],
  ['is not UTF-8', Buffer.from([0x7b, 0xff]), 'not valid for encoding utf-8'],
  ['has no posts', '{}', '"posts" is not as expected'],
  ['has other data as well', '{ "posts": [], "comments": [] }', ': "comments" is not as expected. '],
  [
    'has a post without a title',
    '{ "posts": [{ "content": "" }] }',
    ': "posts.0.title" is not as expected. ',
  ],
])('refuses a file that %s, and leaves it byte for byte', async (_case, content, words) => {
  await writeFile(file, content)
  const error = await createPostsServer({ dataFile: file }).catch(
    (refused: Error) => refused as Error & { code: string },
  )
  expect(error).toMatchObject({ code: 'DATA_FILE_INVALID', message: expect.stringContaining(words) })
  expect((error as Error).message.length).toBeLessThan(600)
  expect(await readFile(file)).toEqual(Buffer.from(content))
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test.each([
  [
    'in a folder that does not exist',
    'nowhere/posts.json',
    'DATA_FILE_UNWRITABLE',
    'no such file or directory',
  ],
  ['that is a folder', '.', 'DATA_FILE_INVALID', 'not a regular file'],
])('refuses a file %s', async (_case, name, code, words) => {
  await expect(createPostsServer({ dataFile: join(folder, name) })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  })
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

test('refuses a file that another server serves, and says which', async () => {
  await using first = await createPostsServer({ posts: 0, dataFile: file })
  await expect(createPostsServer({ dataFile: file })).rejects.toMatchObject({
    code: 'DATA_FILE_IN_USE',
    message: expect.stringContaining(`process ${process.pid} serves it.`),
  })
  await fetch(`${first.url}/posts`, create)
  expect((await readData()).posts).toHaveLength(1)
})

test.each([
  ['of a process that is gone', `${spawnSync('true').pid}`],
  ['of a process before with the id of this one, as in a container', `${process.pid}`],
  ['that is cut off', ''],
])('takes over a lock %s', async (_case, text) => {
  await writeFile(join(folder, '.posts.json.lock'), text)
  {
    await using _server = await createPostsServer({ dataFile: file })
  }
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test('refuses the lock of another process that runs', async () => {
  await writeFile(join(folder, '.posts.json.lock'), `${process.ppid}`)
  await expect(createPostsServer({ dataFile: file })).rejects.toMatchObject({ code: 'DATA_FILE_IN_USE' })
  await rm(join(folder, '.posts.json.lock'))
})

test('answers 500 and says why where a write cannot be saved, and saves it with the next one', async () => {
  const notices: string[] = []
  await using server = await createPostsServer({
    posts: 0,
    dataFile: file,
    onNotice: (text) => notices.push(text),
  })
  const elsewhere = `${folder} elsewhere`
  await rename(folder, elsewhere)
  const calls = [
    ...Array.from({ length: 20 }, () => fetch(`${server.url}/posts`, create)),
    fetch(`${server.controlUrl}posts`, { method: 'POST', body: JSON.stringify(tea) }),
  ]
  const replies = await Promise.all(calls)
  expect(replies.map(({ status }) => status)).toEqual(calls.map(() => 500))
  expect(await replies[0]?.text()).toContain('no such file or directory')
  expect(notices[0]).toContain('Failed to write the data file')
  expect((await fetch(`${server.url}/posts`)).status).toBe(200)
  await rename(elsewhere, folder)
  expect((await fetch(`${server.url}/posts`, create)).status).toBe(201)
  expect((await readData()).posts).toHaveLength(22)
})

/** A server that watches its file, and its messages. */
async function serveWatching() {
  const notices: string[] = []
  const server = await createPostsServer({
    posts: 2,
    dataFile: file,
    watch: true,
    onNotice: (text) => notices.push(text),
  })
  const notice = (count: number) => vi.waitUntil(() => notices[count - 1], { timeout: 60_000 })
  return { server, notices, notice, [Symbol.asyncDispose]: () => server.close() }
}

test('takes over an edit, keeps it byte for byte, and goes back to it at a reset', async () => {
  await using watching = await serveWatching()
  await writeFile(file, JSON.stringify({ posts: [tea] }))
  expect(await watching.notice(1)).toBe(`Reloaded ${JSON.stringify(file)}: 1 post.`)
  expect(watching.server.posts.list()).toEqual([{ id: 1, ...tea }])
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify({ posts: [tea] }))
  await watching.server.posts.delete(1)
  watching.server.reset()
  expect(watching.server.posts.list()).toEqual([{ id: 1, ...tea }])
})

test('reloads nothing that it wrote itself', async () => {
  await using watching = await serveWatching()
  for (let count = 0; count < 20; count++) await fetch(`${watching.server.url}/posts`, create)
  await writeFile(file, JSON.stringify({ posts: [tea] }))
  expect(await watching.notice(1)).toContain(': 1 post.')
})

test('reports a broken edit, keeps its posts, and sets the edit aside before a write', async () => {
  await using watching = await serveWatching()
  await writeFile(file, 'half an ed')
  expect(await watching.notice(1)).toMatch(/: .+ Fix it; it was not changed\. The mock keeps its posts\.$/)
  expect(watching.server.posts.count).toBe(2)
  await fetch(`${watching.server.url}/posts`, create)
  expect(await readFile(`${file}.theirs.1`, 'utf8')).toBe('half an ed')
  expect(await watching.notice(2)).toContain(`${file}.theirs.1`)
  expect((await readData()).posts).toHaveLength(3)
})

test('says that the file is gone, and writes it again with the next write', async () => {
  await using watching = await serveWatching()
  await rm(file)
  expect(await watching.notice(1)).toContain('was removed; the next write creates it.')
  await fetch(`${watching.server.url}/posts`, create)
  expect((await readData()).posts).toHaveLength(3)
})
