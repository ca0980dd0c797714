import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'

const tea = { title: 'Tea', content: 'Kenya' }
const create = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(tea) }

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posts-understudy-watch-'))
  file = join(folder, 'posts.json')
})

afterEach(() => rm(folder, { recursive: true }))

/** A server that watches its file, and what it says of it. */
async function serveWatching() {
  const notices: string[] = []
  let heard = () => {}
  const server = await createPostsServer({
    posts: 2,
    dataFile: file,
    watch: true,
    onNotice(text) {
      notices.push(text)
      heard()
    },
  })
  const notice = async (count: number) => {
    while (notices.length < count) await new Promise<void>((settle) => (heard = settle))
    return notices[count - 1] ?? ''
  }
  return { server, notices, notice, [Symbol.asyncDispose]: () => server.close() }
}

test('takes over what somebody wrote into the file', async () => {
  await using watching = await serveWatching()
  await writeFile(file, JSON.stringify({ posts: [tea] }))
  expect(await watching.notice(1)).toBe(`Reloaded ${JSON.stringify(file)}: 1 post.`)
  expect(watching.server.posts.list()).toEqual([{ id: 1, ...tea }])
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify({ posts: [tea] }))
})

test('takes over a file that an editor put in the place of the old', async () => {
  await using watching = await serveWatching()
  await writeFile(`${file}.new`, JSON.stringify({ posts: [] }))
  await rename(`${file}.new`, file)
  await watching.notice(1)
  expect(watching.server.posts.count).toBe(0)
})

test('goes back to the file as it was edited at a reset', async () => {
  await using watching = await serveWatching()
  await writeFile(file, JSON.stringify({ posts: [tea] }))
  await watching.notice(1)
  await watching.server.posts.delete(1)
  watching.server.reset()
  expect(watching.server.posts.list()).toEqual([{ id: 1, ...tea }])
})

test('reloads nothing of what it wrote itself', async () => {
  await using watching = await serveWatching()
  for (let count = 0; count < 20; count++) await fetch(`${watching.server.url}/posts`, create)
  await writeFile(file, JSON.stringify({ posts: [tea] }))
  expect(await watching.notice(1)).toContain(': 1 post.')
})

test('reports a broken edit, keeps its posts, and takes over the mended one', async () => {
  await using watching = await serveWatching()
  await writeFile(file, '{ "posts": [')
  expect(await watching.notice(1)).toMatch(/: it is not JSON .+ Fix it\. The mock keeps its 2 posts\.$/)
  expect(watching.server.posts.count).toBe(2)
  expect(await readFile(file, 'utf8')).toBe('{ "posts": [')
  await writeFile(file, '{ "posts": [] }')
  expect(await watching.notice(2)).toContain(': 0 posts.')
})

test('reports a broken edit once, however often it is saved', async () => {
  await using watching = await serveWatching()
  for (let saves = 0; saves < 3; saves++) {
    await writeFile(file, '{ "posts": [')
    await watching.notice(1)
    await new Promise((settle) => setTimeout(settle, 150))
  }
  await writeFile(file, '{ "posts": [] }')
  expect(await watching.notice(2)).toContain(': 0 posts.')
})

test('sets a broken edit aside before a write takes its place', async () => {
  await using watching = await serveWatching()
  await writeFile(file, 'half an ed')
  await watching.notice(1)
  await fetch(`${watching.server.url}/posts`, create)
  expect(await readFile(`${file}.theirs.1`, 'utf8')).toBe('half an ed')
  expect(await watching.notice(2)).toContain(`${file}.theirs.1`)
  expect(JSON.parse(await readFile(file, 'utf8')).posts).toHaveLength(3)
})

test('says that the file is gone, and writes it again with the next write', async () => {
  await using watching = await serveWatching()
  await rm(file)
  expect(await watching.notice(1)).toContain('was removed; the next write creates it again.')
  await fetch(`${watching.server.url}/posts`, create)
  expect(JSON.parse(await readFile(file, 'utf8')).posts).toHaveLength(3)
})
