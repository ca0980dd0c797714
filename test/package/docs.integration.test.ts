import { readdirSync, readFileSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPostsServer, type PostsServer } from '../../src/server.ts'
import { runCli, serveHere } from '../support/cli.ts'
import { linkPackages, repository } from '../support/repository.ts'
import { temporaryFolder } from '../support/run-folder.ts'
import { runProgram } from '../support/run-program.ts'
import { runVitestProject } from '../support/vitest-project.ts'
import { commandLines, userPages } from './doc-pages.ts'

let folder: string
let server: PostsServer

beforeAll(async () => {
  folder = await temporaryFolder()
  await linkPackages(folder)
  for (const name of ['node-test', 'ssr', 'migrating']) {
    await cp(join(repository, 'docs/examples', name), join(folder, name), { recursive: true })
    for (const file of await readdir(join(folder, name))) {
      const path = join(folder, name, file)
      const text = await readFile(path, 'utf8')
      await writeFile(path, text.replaceAll(/'posts-understudy\/(\w+)'/g, `'${repository}/src/$1.ts'`))
    }
  }
  await writeFile(join(folder, 'client.mjs'), clientProgram)
  server = await createPostsServer({ posts: 3, profile: 'json-server', onWarning() {} })
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'))
  process.chdir(folder)
})

afterAll(async () => {
  process.chdir(repository)
  await server?.close()
})

test('the examples for Vitest pass, and so does every code block of docs/own-handlers.md', async () => {
  const examples = join(repository, 'docs/examples/vitest')
  const page = readFileSync(join(repository, 'docs/own-handlers.md'), 'utf8')
  const files = [
    ...readdirSync(examples).map((name) => [name, readFileSync(join(examples, name), 'utf8')] as const),
    ...Array.from(
      page.matchAll(/```ts\n(.*?)```/gs),
      ([, text = ''], at) => [`block-${at}.test.ts`, text] as const,
    ),
  ]
  const config = 'export default { test: { testTimeout: 60_000, isolate: false } }'
  const { code, output } = await runVitestProject({
    ...Object.fromEntries(files),
    'vitest.config.ts': config,
  })
  const tests = files.filter(([name]) => name.endsWith('.test.ts'))
  expect(output).toContain(`Test Files  ${tests.length} passed`)
  expect(code).toBe(0)
})

test('the example with React Query passes as it is, and "adds a post" fails where a create has no body', async () => {
  const names = ['use-posts.js', 'use-posts.test.js']
  const read = (name: string) => readFileSync(join(repository, 'docs/examples/client', name), 'utf8')
  const files = Object.fromEntries(names.map((name) => [name, read(name)]))
  expect(await runVitestProject(files)).toMatchObject({ code: 0 })
  const { output } = await runVitestProject(files, { POSTS_UNDERSTUDY_PROFILE: '{"create.body":"none"}' })
  expect(output).toContain('FAIL  use-posts.test.js > adds a post')
  expect(output).toContain('1 failed | 1 passed')
})

test.each(['node-test/posts.test.mjs', 'ssr/server.test.mjs'])('the example %s passes', async (file) => {
  const given = ['--test', '--test-reporter=tap', join(folder, file)]
  const { code, output } = await runHere(process.execPath, given)
  expect(output).toMatch(/# fail 0/)
  expect(code).toBe(0)
})

test.each([
  ['as it is', 'save(response.locals.post.id, body)', 'pass 1'],
  [
    'whose PUT merges',
    'save(response.locals.post.id, { title: body.title || response.locals.post.title, content: body.content || response.locals.post.content })',
    'empty-content',
  ],
])('the service %s, verified by the Verifier of @pact-foundation/pact', async (_kind, replaced, expected) => {
  const pact = join(folder, 'pact')
  await cp(join(repository, 'docs/examples/pact'), pact, { recursive: true })
  const change = async (name: string, from: string, to: string) => {
    const text = await readFile(join(pact, name), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(pact, name), text.replace(from, to))
  }
  await change('service.mjs', 'save(response.locals.post.id, body)', replaced)
  await change('service.test.mjs', "'posts-understudy/contracts'", `'${repository}/contracts/index.ts'`)
  await change('service.test.mjs', 'node_modules/posts-understudy', repository)
  const { code, output } = await runHere(process.execPath, ['--test', join(pact, 'service.test.mjs')])
  expect(output).toContain(expected)
  expect(code).toBe(expected === 'pass 1' ? 0 : 1)
})

test('the handlers of a json-server project answer pages, a search and comments', async () => {
  const posts = ['Tea', 'Coffee', 'Iced tea'].map((title) => ({ title, content: '' }))
  await using mock = await createPostsServer({ posts, handlers: join(folder, 'migrating/handlers.mjs') })
  const get = async (path: string) => await (await fetch(mock.url + path)).json()
  const titles = async (query: string) =>
    (await get(`/posts${query}`)).map(({ title }: { title: string }) => title)
  expect(await titles('')).toEqual(['Tea', 'Coffee', 'Iced tea'])
  expect(await titles('?_page=1')).toHaveLength(3)
  expect(await titles('?_page=2')).toEqual([])
  expect(await titles('?q=tea')).toEqual(['Iced tea'])
  expect(await get('/posts/1/comments')).toEqual([{ id: 1, postId: 1, text: 'First!' }])
})

/** The tests of a client that needs no more than a list. */
const clientProgram = `
import { createPostsMock } from '${repository}/src/index.ts'
const list = await createPostsMock().fetch('http://localhost/v1/posts')
if (!list.ok) throw new Error('No list')
`

const lines = commandLines(userPages())
const ofWorkflows = ['.github/workflows/provider.yml', '.gitlab-ci.yml'].map(verifyLineOf)

/** In the order of the pages, but a profile is calibrated and a client measured before their files are used. */
test.each([...new Set([...lines, ...ofWorkflows])].sort((one, other) => placeOf(one) - placeOf(other)))(
  '%s',
  async (line) => {
    if (line.startsWith('npx posts-understudy serve')) return await serves(line)
    const command = line
      .replaceAll(
        /https:\/\/(?:staging|www)\.example\.com\/v1|http:\/\/127\.0\.0\.1:(?:3000|4010)\/v1/g,
        server.url,
      )
      .replaceAll('http://127.0.0.1:4010', server.origin)
    if (line.startsWith('curl')) return expect(await runShell(command)).toMatchObject({ code: 0 })
    // One verification is enough; the others read.
    const isSent = line === ofWorkflows[0]
    const reading = /--(?:sweep|only|read-only|pact)/.test(line) ? ['--budget', '0'] : ['--read-only']
    const shorter = isSent ? ['--budget', '0'] : line.includes('understudy verify') ? reading : []
    const words = await wordsOf(command)
    // The tests of the page are those of an example here.
    if (words[0] === 'client') words.splice(words.indexOf('--') + 1, 99, process.execPath, 'client.mjs')
    const { code, stdout, stderr } = await runCli(...words, ...shorter)
    expect(stderr).not.toContain('unknown option')
    if (!line.includes('understudy diff default')) return expect(code, stdout + stderr).toBe(0)
    // `diff` exits with 1 where two profiles differ, and they do.
    expect([code, stdout]).toEqual([1, expect.stringContaining('create.location')])
  },
)

test.each(['ci', 'client'])('gitlab-ci-local accepts the file for GitLab of the example %s', async (name) => {
  const cwd = await temporaryFolder()
  await cp(join(repository, 'docs/examples', name, '.gitlab-ci.yml'), join(cwd, '.gitlab-ci.yml'))
  await runProgram('git', ['init', '--quiet'], { cwd })
  const linter = join(repository, 'node_modules/gitlab-ci-local/dist/index.js')
  expect(await runProgram(process.execPath, [linter, '--list'], { cwd })).toMatchObject({ code: 0 })
})

async function serves(line: string): Promise<void> {
  const anyPort = line.replace('https://staging.example.com/v1', server.url).replace(/ --port \d+/, '')
  await using cli = await serveHere(...anyPort.split(' ').slice(3))
  cli.stop()
  expect(await cli.ended).toBe(0)
}

/** What a shell makes of a line, behind `npx posts-understudy`. */
async function wordsOf(line: string): Promise<string[]> {
  const { output } = await runShell(`npx() { shift; printf '%s\\n' "$@"; }; ${line}`)
  return output.trimEnd().split('\n')
}

/** Lines that write a file come before those that read it. */
function placeOf(line: string): number {
  if (/calibrate \S+$/.test(line)) return 0
  return line.includes('understudy client') ? 1 : 2
}

function verifyLineOf(name: string): string {
  const workflow = readFileSync(join(repository, 'docs/examples/ci', name), 'utf8')
  return /npx posts-understudy verify .+/.exec(workflow)?.[0] ?? ''
}

async function runHere(program: string, given: string[]): Promise<{ code: unknown; output: string }> {
  const env = { TOKEN: 'a-token', XDG_STATE_HOME: join(folder, 'state') }
  const { code, stdout, stderr } = await runProgram(program, given, { cwd: folder, env })
  return { code, output: stdout + stderr }
}

const runShell = (command: string) => runHere('bash', ['-c', command])
