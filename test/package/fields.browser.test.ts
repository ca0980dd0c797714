import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { fieldNames } from '../../handlers/fields.ts'
import { test } from '../support/browser/page-test.ts'
import { linkPackages, repository } from '../support/repository.ts'
import { temporaryFolder } from '../support/run-folder.ts'
import { runToSuccess, startProgram } from '../support/run-program.ts'
import { sent } from '../support/sent.ts'

/** What a new field takes: this row, and nothing else. */
const row = "{ name: 'summary', about: 'Summary of the post.', required: true, seed: 'sentence' },"

/** A copy of the sources with that row. */
let copy: string

beforeAll(async () => {
  copy = await temporaryFolder()
  const files = ['package.json', 'tsconfig.json', 'vite.config.ts']
  const tests = ['test/support/tally-reporter.ts', 'test/package/field-faults.ts']
  for (const part of ['handlers', 'contracts', 'src', ...files, ...tests])
    await cp(join(repository, part), join(copy, part), { recursive: true })
  await linkPackages(copy)
  const table = join(copy, 'handlers/fields.ts')
  const [rows = '', rest = ''] = (await readFile(table, 'utf8')).split('\n] as const satisfies')
  await writeFile(table, `${rows}\n  ${row}\n] as const satisfies${rest}`)
})

/** Runs a file under the Node that runs the tests. @returns what it printed. */
function run(cwd: string, file: string, ...parameters: string[]): Promise<string> {
  return runToSuccess(process.execPath, [file, ...parameters], { cwd })
}

async function serve() {
  const cli = startProgram(process.execPath, ['src/cli/main.ts', 'serve', '--port', '0', '--posts', '2'], {
    cwd: copy,
  })
  const [, origin = ''] = await cli.until('stdout', /Control: +(http:\S+)\/_understudy\//)
  return Object.assign(cli, { origin, posts: `${origin}/v1/posts` })
}

test('the types follow a new row', async () => {
  await writeFile(
    join(copy, 'types.json'),
    '{ "extends": "./tsconfig.json", "include": ["handlers", "contracts", "src"] }',
  )
  expect(await run(copy, 'node_modules/typescript/bin/tsc', '-p', 'types.json')).toBe('')
})

test('the mock makes it up, requires it, keeps it and replaces it', async () => {
  await using server = await serve()
  const seeded = await (await fetch(server.posts)).json()
  expect(seeded).toEqual(
    [1, 2].map((id) => expect.objectContaining({ id, summary: expect.stringMatching(/\S/) })),
  )
  const fields = { title: 'A', content: 'B' }
  expect((await fetch(server.posts, sent('POST', fields))).status).toBe(400)
  const created = await fetch(server.posts, sent('POST', { ...fields, summary: 'C' }))
  expect(await created.json()).toEqual({ id: 3, ...fields, summary: 'C' })
  await fetch(`${server.posts}/3`, sent('PUT', { ...fields, summary: 'D' }))
  expect(await (await fetch(`${server.posts}/3`)).json()).toEqual({ id: 3, ...fields, summary: 'D' })
})

test('OpenAPI and the Pact file have it', async () => {
  const { components } = JSON.parse(await run(copy, 'src/cli/main.ts', 'openapi'))
  const { NewPost, Post, PostReplacement } = components.schemas
  for (const { required } of [NewPost, Post, PostReplacement]) expect(required).toContain('summary')
  await run(copy, 'src/cli/main.ts', 'contract', '--out', '.')
  const file = await readFile(join(copy, 'posts-consumer-posts-service.pact.json'), 'utf8')
  const { interactions } = JSON.parse(file) as { interactions: { key: string }[] }
  const body = { content: { summary: expect.any(String) } }
  const keyed = (key: string) => interactions.find((each) => each.key === key)
  expect(keyed('create/plain')).toMatchObject({ request: { body } })
  expect(keyed('read/existing')).toMatchObject({ response: { body } })
})

test('the form of the panel has it', async ({ page }) => {
  await run(copy, 'node_modules/vite/bin/vite.js', 'build', '--mode', 'panel', '--logLevel', 'warn')
  await using server = await serve()
  await page.goto(`${server.origin}/_understudy/panel`)
  await page.getByText('New post').click()
  for (const name of ['Title', 'Content', 'Summary'])
    await page.getByRole('textbox', { name }).fill(`My ${name}`)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('status').getByText('The post is added.').waitFor()
  const posts = (await (await fetch(server.posts)).json()) as object[]
  expect(posts.at(-1)).toMatchObject({ title: 'My Title', content: 'My Content', summary: 'My Summary' })
})

const faults = ['not kept at a create', 'the old one kept at a replace', 'swapped with another', 'cut']

test('verify finds every fault in every field, and holds a correct service', async () => {
  const verdicts = JSON.parse(await run(copy, 'test/package/field-faults.ts'))
  const faulty = [...fieldNames, 'summary'].flatMap((name) =>
    faults.map((fault) => [`${name} ${fault}`, 'broken']),
  )
  expect(verdicts).toEqual({ correct: 'held', ...Object.fromEntries(faulty) })
})
