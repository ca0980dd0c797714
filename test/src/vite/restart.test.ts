import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sent } from '../../support/sent.ts'
import { createProject, type ProjectFolder, startVite } from '../../support/vite-project.ts'

const source = join(import.meta.dirname, '../../../src/vite.ts')

/** A configuration file, as a person edits it; Vite starts anew when it changes. */
const configuration = (options: string) =>
  `import { postsUnderstudy } from ${JSON.stringify(source)}
  export default { plugins: [postsUnderstudy({ mode: 'middleware', onWarning() {}, ...${options} })] }`

async function startFromFile({ root, write }: ProjectFolder, options: string) {
  await write({ 'vite.config.js': configuration(options) })
  const vite = await startVite({
    root,
    configFile: join(root, 'vite.config.js'),
    configLoader: 'native',
    // The tests say when it is time; the watcher would restart a second time.
    server: { watch: null },
  })
  return {
    log: vite.log,
    posts: () => `${vite.origin}/v1/posts`,
    async restart(changed: string) {
      await write({ 'vite.config.js': configuration(changed) })
      await vite.server.restart()
    },
    [Symbol.asyncDispose]: () => vite[Symbol.asyncDispose](),
  }
}

const idsOf = async (url: string) =>
  ((await (await fetch(url)).json()) as { id: number }[]).map(({ id }) => id)

const create = (url: string) => fetch(url, sent('POST', { title: 'Tea', content: 'Kenya' }))

test('keeps the posts when the configuration changes, unless it asks for others, and answers by it', async () => {
  await using project = await createProject()
  await using vite = await startFromFile(project, '{ posts: 2 }')
  await create(vite.posts())
  await vite.restart(`{ posts: 2, profile: { 'create.status': 200 } }`)
  expect(await idsOf(vite.posts())).toEqual([1, 2, 3])
  expect((await create(vite.posts())).status).toBe(200)
  await vite.restart('{ posts: 2 }')
  expect(await idsOf(vite.posts())).toEqual([1, 2, 3, 4])
  await vite.restart('{ posts: 5 }')
  expect(await idsOf(vite.posts())).toEqual([1, 2, 3, 4, 5])
})

test('keeps the posts of a data file over restarts of the server and of the process', async () => {
  await using project = await createProject()
  const options = `{ posts: 2, data: 'posts.json' }`
  {
    await using vite = await startFromFile(project, options)
    await create(vite.posts())
    await vite.restart(`{ posts: 9, data: 'posts.json' }`)
    expect((await create(vite.posts())).status).toBe(201)
  }
  const { posts } = JSON.parse(await readFile(join(project.root, 'posts.json'), 'utf8'))
  expect(posts).toHaveLength(4)
  await using again = await startFromFile(project, options)
  expect(await idsOf(again.posts())).toEqual([1, 2, 3, 4])
})

test('goes on with the former options, and with the lock of the data file, when the new ones are wrong', async () => {
  await using project = await createProject()
  await using vite = await startFromFile(project, `{ posts: 2, data: 'posts.json' }`)
  await vite.restart(`{ posts: 2, data: 'posts.json', profile: 'rails' }`)
  expect(vite.log.join('\n')).toContain('Failed to read the profile: unknown preset "rails".')
  expect((await create(vite.posts())).status).toBe(201)
  const { posts } = JSON.parse(await readFile(join(project.root, 'posts.json'), 'utf8'))
  expect(posts).toHaveLength(3)
  expect(await readdir(project.root)).toContain('.posts.json.lock')
})

test('two dev servers of one process have posts of their own', async () => {
  await using project = await createProject()
  await using one = await startFromFile(project, '{ posts: 2 }')
  await using other = await startFromFile(project, '{ posts: 2 }')
  await create(one.posts())
  expect([await idsOf(one.posts()), await idsOf(other.posts())]).toEqual([
    [1, 2, 3],
    [1, 2],
  ])
})
