import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createPostsServer } from '../../src/server.ts'
import { type BuiltPackage, buildPackage, packedFiles, runTool } from '../support/built-package.ts'
import { findOldNode } from '../support/old-node.ts'
import { readFacts } from '../support/source-facts.ts'

const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json')
const specifiers = entries.map((entry) => entry.replace(/^\./, manifest.name))
const promised = [...JSON.stringify([manifest.exports, manifest.bin]).matchAll(/dist\/[^"]+/g)].map(
  ([file]) => file,
)

let built: BuiltPackage
let packed: string[]

beforeAll(async () => {
  built = await buildPackage()
  packed = await packedFiles(built)
})

afterAll(() => built?.remove())

test('publishes these entries and no other', () => {
  expect(entries).toEqual([
    '.',
    './node',
    './vitest',
    './playwright',
    './server',
    './browser',
    './vite',
    './panel',
    './contracts',
  ])
})

test('packs every file that an entry or the command promises', () => {
  expect(promised.filter((file) => !packed.includes(file))).toEqual([])
})

test('publint finds nothing in the package', async () => {
  const { messages } = await publint({ pkgDir: built.folder, pack: false })
  expect(messages).toEqual([])
})

test('packs built files and the documents, and nothing else', () => {
  const expected =
    /^(?:(?:README|CHANGELOG|CONTRIBUTING|DECISIONS)\.md|LICENSE|package\.json|docs\/.+|dist\/(?:(?:src|handlers|contracts|_virtual)\/.+\.(?:js|d\.ts)|panel\/panel\.js|page\/(?:index\.html|assets\/[\w-]+\.(?:js|css|svg))))$/
  expect(packed.filter((file) => !expected.test(file))).toEqual([])
  expect(packed).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE']))
})

test('packs the panel and the page, as one module and as few files', async () => {
  const panel = await built.read('dist/panel/panel.js')
  const index = await built.read('dist/page/index.html')
  const [, script] = /src="\.\/(assets\/[\w-]+\.js)"/.exec(index) ?? []
  expect(packed).toContain(`dist/page/${script}`)
  expect(`${index}${panel}`).not.toMatch(/(?:src|href|from|import\()\s*=?\s*["'`]?(?:https?:)?\/\//)
})

test('the panel weighs 40 KB at most, compressed and with Lit', async () => {
  const panel = gzipSync(await built.read('dist/panel/panel.js'), { level: 9 })
  expect(panel.length).toBeLessThanOrEqual(40 * 1024)
})

test('packs no copy of a dependency', () => {
  expect(packed.filter((file) => file.includes('node_modules'))).toEqual([])
})

test('imports nothing that is not a declared dependency', async () => {
  const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
  const imports = await importsBelow(...promised.filter((file) => file.endsWith('.js')))
  const foreign = imports.filter((name) => !name.startsWith('node:') && !declared.includes(packageOf(name)))
  expect(foreign).toEqual([])
})

test('gives a browser a root entry without Node', async () => {
  const imports = await importsBelow('dist/src/index.browser.js')
  expect(imports.filter((name) => /^node:/.test(name) || builtinModules.includes(name))).toEqual([])
})

test('gives a browser the same root names as Node', async () => {
  expect(await exportedNames('dist/src/index.browser.js')).toEqual(await exportedNames('dist/src/index.js'))
})

test.each([
  ['nodenext', 'nodenext', 'false'],
  // The declarations are the same: what is left is that the entries are found.
  ['esnext', 'bundler', 'true'],
])('type-checks in a consumer with module %s and resolution %s', async (module, resolution, skipLibCheck) => {
  const consumer = join(built.folder, `consumer-${resolution}`)
  await mkdir(join(consumer, 'node_modules'), { recursive: true })
  await symlink(built.folder, join(consumer, 'node_modules', manifest.name), 'junction')
  await writeFile(join(consumer, 'package.json'), '{ "type": "module" }')
  const lines = specifiers.map((specifier, index) => `import * as entry${index} from '${specifier}'`)
  const uses = specifiers.map((_, index) => `entry${index}`)
  await writeFile(
    join(consumer, 'use.ts'),
    `${lines.join('\n')}\nexport const entries = [${uses.join(', ')}]\n`,
  )
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    skipLibCheck,
    '--target',
    'es2023',
  ]
  const types = ['--types', 'node', '--typeRoots', join(built.folder, 'node_modules', '@types')]
  const files = [join(consumer, 'use.ts')]
  const lib = ['--lib', 'es2024,esnext.disposable,dom']
  await expect(
    runTool(
      'typescript/bin/tsc',
      ...flags,
      ...types,
      ...lib,
      '--module',
      module,
      '--moduleResolution',
      resolution,
      ...files,
    ),
  ).resolves.toBe('')
})

test('verifies a provider, with the child process that nothing imports', async () => {
  await using provider = await createPostsServer({ port: 0, posts: 2, onWarning: () => {} })
  const main = join(built.folder, manifest.bin['posts-understudy'])
  const environment = { ...process.env, XDG_STATE_HOME: join(built.folder, 'state') }
  const outcome = await new Promise((settle) => {
    execFile(
      process.execPath,
      [main, 'verify', provider.url, '--without', 'replace', '--budget', '0'],
      { env: environment },
      (error, stdout) => settle({ code: error?.code ?? 0, stdout }),
    )
  })
  expect(outcome).toEqual({ code: 0, stdout: expect.stringMatching(/^HELD {2}http/) })
})

test('refuses an older Node in one sentence with exit code 2', async ({ skip }) => {
  const oldNode = findOldNode()
  if (oldNode === undefined) return skip('this machine has no older Node on its path')
  const main = join(built.folder, manifest.bin['posts-understudy'])
  const outcome = await new Promise((settle) => {
    execFile(oldNode, [main, 'serve'], (error, stdout, stderr) =>
      settle({ code: error?.code, stdout, stderr }),
    )
  })
  expect(outcome).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^Failed to start posts-understudy: Node v[\d.]+ is too old\. Use Node 22\.12 or newer\. .+\n$/,
    ),
  })
})

test.each(['index', 'node', 'vitest', 'vite', 'server', 'playwright'])(
  'the entry %s refuses an older Node in one sentence, before anything else is loaded',
  async (entry) => {
    const oldNode = findOldNode()
    if (oldNode === undefined) return
    const file = JSON.stringify(pathToFileURL(join(built.folder, `dist/src/${entry}.js`)).href)
    const program = `import(${file}).catch(({ code, message }) => console.log(code, message))`
    const stdout = await new Promise((settle) => {
      execFile(oldNode, ['-e', program], (_error, text) => settle(text))
    })
    expect(stdout).toMatch(
      /^RUNTIME_UNSUPPORTED Failed to start posts-understudy: Node v[\d.]+ is too old\. Use Node 22\.12 or newer\.\n$/,
    )
  },
)

/** Every package and builtin that the built files reach, through their own files and no further. */
async function importsBelow(...files: string[]): Promise<string[]> {
  const seen = new Set(files)
  for (const file of seen) {
    if (!file.startsWith('dist/')) continue
    for (const imported of readFacts(file, await built.read(file)).imports) seen.add(imported)
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
  return Object.keys(await import(pathToFileURL(join(built.folder, file)).href)).sort()
}
