import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { npmProject } from '../support/packed-project.ts'
import { linkPackages, repository } from '../support/repository.ts'
import { runToSuccess, startProgram } from '../support/run-program.ts'

let project: string
/** What is here alone; its packages are the project's. */
let consumer: string

beforeAll(async () => {
  project = await npmProject()
  consumer = join(project, 'tests')
  await mkdir(consumer)
  await writeFile(join(consumer, 'package.json'), '{ "type": "module" }')
})

test('a fresh Vitest project uses the fixture', async () => {
  await writeFile(
    join(consumer, 'posts.test.ts'),
    `import { createPostsTest } from 'posts-understudy/vitest'
    import { expect } from 'vitest'

    const baseUrl = 'https://api.example.com/v1'
    createPostsTest({ baseUrl, posts: 3 })('answers fetch', async ({ mock }) => {
      expect(await (await fetch(baseUrl + '/posts')).json()).toEqual(mock.posts.list())
    })`,
  )
  const main = join(project, 'node_modules/vitest/vitest.mjs')
  expect(await runToSuccess(process.execPath, [main, 'run'], { cwd: consumer })).toContain('1 passed')
})

test('the project of the guide for Jest passes by its own script, in ES modules and in CommonJS', async () => {
  await cp(join(repository, 'docs/examples/jest'), join(consumer, 'jest'), { recursive: true })
  const output = await runToSuccess('npm', ['test'], { cwd: join(consumer, 'jest') })
  expect(output).toContain('3 passed')
})

test('a project with TypeScript 5.9 uses every entry', async () => {
  await linkPackages(project, '@playwright')
  const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json')
  const lines = entries.map((entry, at) => `export * as entry${at} from '${manifest.name}${entry.slice(1)}'`)
  await writeFile(join(consumer, 'entries.ts'), lines.join('\n'))
  // To check the declarations themselves takes this compiler 18 seconds: that was done by hand.
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext']
  const tsc = [join(project, 'node_modules/typescript/bin/tsc'), ...flags, '--types', 'node', 'entries.ts']
  expect(await runToSuccess(process.execPath, tsc, { cwd: consumer })).toBe('')
})

test('the command serves the page and the panel that came with it', async () => {
  const main = join(project, 'node_modules/posts-understudy/dist/src/cli/main.js')
  await using cli = startProgram(process.execPath, [main, 'serve', '--port', '0', '--quiet'])
  const [, page = ''] = await cli.until('stdout', /Page: +(\S+)[\s\S]*Try:/)
  expect(await (await fetch(page)).text()).toContain('<title>posts-understudy')
  const example = new URL('_understudy/page/', page)
  const index = await (await fetch(example)).text()
  const [, script = '', panel = ''] = /src="(\.\/assets\/.+?\.js)"[\s\S]+ src="(.+?)"/.exec(index) ?? []
  for (const path of [script, panel]) {
    const { status, headers } = await fetch(new URL(path, example))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  }
})
