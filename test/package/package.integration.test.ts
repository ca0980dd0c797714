import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createPostsServer } from '../../src/server.ts'
import { complainAboutNode } from '../../src/supported-node.ts'
import { buildPackage, runTool } from '../support/built-package.ts'
import { runProgram } from '../support/run-program.ts'
import { importsOf } from './source-imports.ts'

const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json')
const promised = [...JSON.stringify([manifest.exports, manifest.bin]).matchAll(/dist\/[^"]+/g)].map(
  ([file]) => file,
)

let built: string

beforeAll(async () => {
  built = await buildPackage()
})

test('publishes these entries and no other', () => {
  const names = ['node', 'vitest', 'playwright', 'server', 'browser', 'vite', 'panel', 'contracts']
  expect(entries).toEqual(['.', ...names.map((name) => `./${name}`)])
})

test('publint finds nothing in the package', async () => {
  const { messages } = await publint({ pkgDir: built, pack: false })
  expect(messages).toEqual([])
})

test('packs what the entries promise, the panel, the page and the documents, and nothing else', async () => {
  const { stdout } = await runProgram('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: built,
  })
  const [archive] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  const packed = archive.files.map(({ path }) => path)
  const expected =
    /^(?:(?:README|CHANGELOG|CONTRIBUTING|DECISIONS)\.md|LICENSE|package\.json|docs\/.+|dist\/(?:(?:src|handlers|contracts|_virtual)\/.+\.(?:js|d\.ts)|panel\/panel\.js|page\/(?:index\.html|assets\/[\w-]+\.(?:js|css|svg))))$/
  expect(packed.filter((file) => !expected.test(file))).toEqual([])
  const [, script] = /src="\.\/(assets\/[\w-]+\.js)"/.exec(await read('dist/page/index.html')) ?? []
  const needed = [...promised, 'dist/panel/panel.js', `dist/page/${script}`, 'README.md', 'LICENSE']
  expect(packed).toEqual(expect.arrayContaining(needed))
})

test('the panel and the page load nothing from elsewhere', async () => {
  const texts = [await read('dist/panel/panel.js'), await read('dist/page/index.html')]
  expect(texts.join()).not.toMatch(/(?:src|href|from|import\()\s*=?\s*["'`]?(?:https?:)?\/\//)
})

test('a page loads at most 40 KB for the panel, after gzip', async () => {
  expect(gzipSync(await read('dist/panel/panel.js')).byteLength).toBeLessThanOrEqual(40_000)
})

test('imports nothing that is not a declared dependency', async () => {
  const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
  const imports = await importsBelow(...promised.filter((file) => file.endsWith('.js')))
  const foreign = imports.filter((name) => !name.startsWith('node:') && !declared.includes(packageOf(name)))
  expect(foreign).toEqual([])
})

test('gives a browser the same root names as Node, and no Node', async () => {
  const browser = 'dist/src/index.browser.js'
  expect((await importsBelow(browser)).filter((name) => name.startsWith('node:'))).toEqual([])
  expect(await exportedNames(browser)).toEqual(await exportedNames('dist/src/index.js'))
})

test('its declarations are sound', async () => {
  const consumer = join(built, 'consumer')
  await mkdir(join(consumer, 'node_modules'), { recursive: true })
  await symlink(built, join(consumer, 'node_modules', manifest.name), 'junction')
  await writeFile(join(consumer, 'package.json'), '{ "type": "module" }')
  const lines = entries.map((entry, at) => `export * as entry${at} from '${manifest.name}${entry.slice(1)}'`)
  await writeFile(join(consumer, 'use.ts'), lines.join('\n'))
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext']
  const types = ['--types', 'node', '--typeRoots', join(built, 'node_modules', '@types')]
  const lib = ['--lib', 'es2024,esnext.disposable,dom']
  const printed = runTool('typescript/bin/tsc', ...flags, ...types, ...lib, join(consumer, 'use.ts'))
  await expect(printed).resolves.toBe('')
})

test('verifies a provider, with the child process that nothing imports', async () => {
  await using provider = await createPostsServer({ port: 0, posts: 2, onWarning: () => {} })
  const flags = ['--without', 'replace', '--budget', '0']
  const { code, stdout } = await runMain(process.execPath, 'verify', provider.url, ...flags)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^HELD {2}http/) })
})

/** A Node on the search path that is too old for this package; most machines have none. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((file) => existsSync(file) && isTooOld(file))
const refusal = /Failed to start posts-understudy: Node v[\d.]+ is too old\. Use Node 22\.12 or newer\./

test.runIf(oldNode)('the command refuses an older Node in one sentence with exit code 2', async () => {
  const { code, stdout, stderr } = await runMain(oldNode ?? '', 'serve')
  expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 2, stdout: '', lines: 2 })
  expect(stderr).toMatch(refusal)
})

test.runIf(oldNode).each(['index', 'node', 'vitest', 'vite', 'server', 'playwright'])(
  'the entry %s refuses an older Node in one sentence, before anything else is loaded',
  async (entry) => {
    const file = JSON.stringify(pathToFileURL(join(built, `dist/src/${entry}.js`)).href)
    const program = `import(${file}).catch(({ code, message }) => console.log(code, message))`
    const { stdout } = await runProgram(oldNode ?? '', ['-e', program])
    expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(refusal)])
  },
)

function isTooOld(node: string): boolean {
  const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return complainAboutNode(version.trim()) !== undefined
}

function runMain(node: string, ...given: string[]) {
  const main = join(built, manifest.bin['posts-understudy'])
  return runProgram(node, [main, ...given], { env: { XDG_STATE_HOME: join(built, 'state') } })
}

const read = (file: string) => readFile(join(built, file), 'utf8')

/** Every package and builtin that the built files reach, through their own files and no further. */
async function importsBelow(...files: string[]): Promise<string[]> {
  const seen = new Set(files)
  for (const file of seen) {
    if (!file.startsWith('dist/')) continue
    for (const imported of importsOf(file, await read(file))) seen.add(imported)
  }
  return [...seen].filter((name) => !name.startsWith('dist/')).sort()
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

async function exportedNames(file: string): Promise<string[]> {
  return Object.keys(await import(pathToFileURL(join(built, file)).href)).sort()
}
