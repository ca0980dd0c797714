import { spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPostsServer, type PostsServer, type PostsServerOptions } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { sent } from '../../support/sent.ts'

const tea = { title: 'Tea', content: 'Kenya' }

let folder: string
let file: string
let notices: string[]

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'posts.json')
  notices = []
})

const serve = (options: PostsServerOptions = {}) =>
  createPostsServer({ dataFile: file, onNotice: (text) => notices.push(text), ...options })

const create = ({ url }: PostsServer) => fetch(`${url}/posts`, sent('POST', tea))

async function readData(): Promise<{ posts: { id: number; title: string }[]; ids: Record<string, number> }> {
  return JSON.parse(await readFile(file, 'utf8'))
}

test('makes the file with the first posts where there is none, and keeps the base world only', async () => {
  await using server = await serve({ posts: 2 })
  await fetch(`${server.url}/posts/1`, { method: 'DELETE', headers: { 'x-understudy-world': 'a' } })
  expect(await readData()).toEqual({ posts: server.posts.list(), ids: { drawn: 2, highest: 2 } })
})

test('serves the posts of a file that a person wrote, and leaves it as it is until the first write', async () => {
  await writeFile(file, JSON.stringify({ posts: [tea, { id: 7, ...tea }, { ...tea, title: 'Coffee' }] }))
  const before = await readFile(file)
  await using server = await serve()
  expect(server.posts.list().map(({ id, title }) => [id, title])).toEqual([
    [7, 'Tea'],
    [8, 'Tea'],
    [9, 'Coffee'],
  ])
  expect(await readFile(file)).toEqual(before)
})

test('gives out no id again after a restart', async () => {
  {
    await using server = await serve({ posts: 3 })
    await fetch(`${server.url}/posts/3`, { method: 'DELETE' })
  }
  await using server = await serve()
  expect(await (await create(server)).json()).toEqual({ id: 4, ...tea })
})

test.each([
  ['', 'JSON'],
  [Buffer.from([0x7b, 0xff]), 'not valid for encoding utf-8'],
  ['{ "posts": [], "comments": [] }', ': "comments" is not as expected. '],
  ['{ "posts": [{ "content": "" }] }', ': "posts.0.title" is not as expected. '],
])('refuses a file that has %o, and leaves it byte for byte', async (content, words) => {
  await writeFile(file, content)
  const message = expect.stringContaining(words)
  await expect(serve()).rejects.toMatchObject({ code: 'DATA_FILE_INVALID', message })
  expect(await readFile(file)).toEqual(Buffer.from(content))
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test.each([
  ['nowhere/posts.json', 'DATA_FILE_UNWRITABLE', 'no such file or directory'],
  ['.', 'DATA_FILE_INVALID', 'not a regular file'],
])('refuses a file at %s', async (name, code, words) => {
  const message = expect.stringContaining(words)
  await expect(serve({ dataFile: join(folder, name) })).rejects.toMatchObject({ code, message })
})

test('makes no file where the port is taken', async () => {
  await using server = await createPostsServer()
  const port = Number(new URL(server.origin).port)
  await expect(serve({ port })).rejects.toMatchObject({ code: 'PORT_IN_USE' })
  expect(await readdir(folder)).toEqual([])
})

test('follows a link, and keeps the mode of the file', async () => {
  const link = join(folder, 'link.json')
  await writeFile(file, JSON.stringify({ posts: [tea] }), { mode: 0o600 })
  await symlink(file, link)
  {
    await using server = await serve({ dataFile: link })
    await create(server)
  }
  expect((await readData()).posts).toHaveLength(2)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).sort()).toEqual(['link.json', 'posts.json'])
})

test('keeps each edit of another program in a file that only the owner can read', async () => {
  await using server = await serve({ posts: 0 })
  const kept = [`${file}.theirs.1`, `${file}.theirs.2`]
  for (const path of kept) {
    await writeFile(file, `the edit of ${path}`)
    await chmod(file, 0o644)
    await create(server)
    expect(await readFile(path, 'utf8')).toBe(`the edit of ${path}`)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  }
  expect(notices).toEqual(kept.map((path) => expect.stringContaining(path)))
  expect((await readData()).posts).toHaveLength(2)
})

test('refuses a file that another server serves, and says which', async () => {
  await using first = await serve({ posts: 0 })
  const message = expect.stringContaining(`process ${process.pid} serves it.`)
  await expect(serve()).rejects.toMatchObject({ code: 'DATA_FILE_IN_USE', message })
  await create(first)
  expect((await readData()).posts).toHaveLength(1)
})

test.each([
  ['of a process that is gone', `${spawnSync('true').pid}`],
  ['of a process before with the id of this one, as in a container', `${process.pid}`],
  ['that is cut off', ''],
])('takes over a lock %s', async (_case, text) => {
  await writeFile(join(folder, '.posts.json.lock'), text)
  await (await serve()).close()
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test('refuses the lock of another process that runs', async () => {
  await writeFile(join(folder, '.posts.json.lock'), `${process.ppid}`)
  await expect(serve()).rejects.toMatchObject({ code: 'DATA_FILE_IN_USE' })
})

test('answers 500 and says why where a write cannot be saved, and saves it with the next one', async () => {
  await using server = await serve({ posts: 0 })
  server.faults.latency(60_000, 'list')
  const read = fetch(`${server.url}/posts`)
  await expect.poll(() => server.journal.text).toContain('waiting')
  await rename(folder, `${folder} elsewhere`)
  const byControl = fetch(`${server.controlUrl}posts`, { method: 'POST', body: JSON.stringify(tea) })
  const replies = await Promise.all([create(server), create(server), byControl])
  expect(replies.map(({ status }) => status)).toEqual([500, 500, 500])
  expect(await replies[0]?.text()).toContain('no such file or directory')
  expect(notices[0]).toContain('Failed to write the data file')
  server.faults.clear()
  expect((await read).status).toBe(200)
  await rename(`${folder} elsewhere`, folder)
  expect((await create(server)).status).toBe(201)
  expect((await readData()).posts).toHaveLength(4)
})

const notice = (number: number) => vi.waitUntil(() => notices[number - 1], { timeout: 60_000 })

test('takes over an edit, but no write of its own, and goes back to it at a reset', async () => {
  await using server = await serve({ posts: 2, watch: true })
  for (let count = 0; count < 20; count++) await create(server)
  const edit = JSON.stringify({ posts: [tea] })
  // As an editor does that empties the file first.
  await writeFile(file, '')
  await setTimeout(300)
  await writeFile(file, edit)
  expect(await notice(1)).toBe(`Reloaded ${JSON.stringify(file)}: 1 post.`)
  expect(await readFile(file, 'utf8')).toBe(edit)
  await server.posts.delete(1)
  server.reset()
  expect(server.posts.list()).toEqual([{ id: 1, ...tea }])
})

test('reports a broken edit, keeps its posts, and sets the edit aside before a write', async () => {
  await using server = await serve({ posts: 2, watch: true })
  await writeFile(file, 'half an ed')
  expect(await notice(1)).toMatch(/: .+ Fix it; it was not changed\. The mock keeps its posts\.$/)
  await create(server)
  expect(await readFile(`${file}.theirs.1`, 'utf8')).toBe('half an ed')
  expect((await readData()).posts).toHaveLength(3)
})

test('says that the file is gone, and writes it again with the next write', async () => {
  await using server = await serve({ posts: 2, watch: true })
  await rm(file)
  expect(await notice(1)).toContain('was removed; the next write creates it.')
  await create(server)
  expect((await readData()).posts).toHaveLength(3)
})
