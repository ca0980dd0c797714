import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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
  ['is no JSON', '{ "posts": [', 'it is not JSON'],
  ['is no UTF-8', Buffer.from([0x7b, 0xff]), 'it is not UTF-8'],
  ['is a list', '[]', 'they are no JSON object'],
  ['has no posts', '{}', '"posts" is no list'],
  ['has other data as well', '{ "posts": [], "comments": [] }', '"comments" is none of "posts" and "ids"'],
  [
    'has a post without a title',
    '{ "posts": [{ "content": "" }] }',
    'post 1 of the list: its title is missing',
  ],
  [
    'has an id twice',
    '{ "posts": [{ "id": 1, "title": "", "content": "" }, { "id": 1, "title": "", "content": "" }] }',
    'post 2 of the list: another post has the id 1',
  ],
])('refuses a file that %s, and leaves it byte for byte', async (_case, content, words) => {
  await writeFile(file, content)
  await expect(createPostsServer({ dataFile: file })).rejects.toMatchObject({
    code: 'DATA_FILE_INVALID',
    message: expect.stringMatching(
      /^Failed to read the data file "[^\n]+posts\.json": [^\n]+it was left as it is\.$/,
    ),
  })
  await expect(createPostsServer({ dataFile: file })).rejects.toThrow(words)
  expect(await readFile(file)).toEqual(Buffer.from(content))
  expect(await readdir(folder)).toEqual(['posts.json'])
})

test('refuses a file in a folder that does not exist', async () => {
  await expect(createPostsServer({ dataFile: join(folder, 'nowhere', 'posts.json') })).rejects.toMatchObject({
    code: 'DATA_FILE_UNWRITABLE',
    message: expect.stringContaining('there is no such folder'),
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

test('follows a link, keeps the mode of the file, and removes the draft of a process that was killed', async () => {
  const link = join(folder, 'link.json')
  await writePosts(tea)
  await chmod(file, 0o600)
  await symlink(file, link)
  const { pid } = spawnSync('true')
  await writeFile(join(folder, `.posts.json.${pid}-1.draft`), 'half a')
  {
    await using server = await createPostsServer({ dataFile: link })
    await fetch(`${server.url}/posts`, create)
  }
  expect((await readData()).posts).toHaveLength(2)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).sort()).toEqual(['link.json', 'posts.json'])
})

test('sets aside what another server wrote to the same file, and says so', async () => {
  const notices: string[] = []
  await using one = await createPostsServer({
    posts: 0,
    dataFile: file,
    onNotice: (text) => notices.push(text),
  })
  await using other = await createPostsServer({ dataFile: file, onNotice() {} })
  await fetch(`${other.url}/posts`, create)
  await fetch(`${one.url}/posts`, create)
  expect(JSON.parse(await readFile(`${file}.theirs`, 'utf8')).posts).toEqual([{ id: 1, ...tea }])
  expect(notices).toEqual([expect.stringContaining(`${file}.theirs`)])
})

test('answers 500 and says why where a write cannot be kept', async () => {
  const notices: string[] = []
  const server = await createPostsServer({ posts: 0, dataFile: file, onNotice: (text) => notices.push(text) })
  await rm(folder, { recursive: true })
  const response = await fetch(`${server.url}/posts`, create)
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining('there is no such folder'),
  ])
  expect(notices).toEqual([expect.stringContaining('Failed to write the data file')])
  await expect(server.close()).rejects.toMatchObject({ code: 'DATA_FILE_UNWRITABLE' })
  await mkdir(folder)
})
