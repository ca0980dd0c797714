import { expect, test } from 'vitest'
import { listSources, readFacts, type SourceFacts } from '../support/source-facts.ts'

/**
 * The three floors and their rooms, from the top down. A room is a folder and the file of the same name beside it. What
 * stands behind it is all that it may import: rooms further down, whole floors, packages, and `node:` for what only Node has.
 */
const house: Record<string, string> = {
  // src/: where it runs
  'src/cli': 'src/server contracts handlers commander write-file-atomic node:',
  'src/vitest': 'src/supported-node src/node handlers vitest',
  'src/playwright': 'src/supported-node src/node src/server src/index handlers @playwright/test',
  'src/vite': 'src/supported-node src/server src/control src/mock handlers node: vite',
  'src/panel':
    'src/control src/devtools handlers lit-html lit-html/directives/live.js lit-html/directives/repeat.js',
  'src/server':
    'src/supported-node src/control src/mock handlers node: msw msw/utils/get-response escape-goat write-file-atomic hono/http-exception @hono/node-server @hono/node-server/utils/response',
  'src/control': 'src/devtools src/mock handlers hono hono/http-exception hono/tiny',
  'src/browser': 'src/mock handlers msw/browser msw/http',
  'src/node':
    'src/supported-node src/mock handlers node: @mswjs/interceptors @mswjs/interceptors/http @mswjs/interceptors/net @mswjs/interceptors/fetch @mswjs/interceptors/ClientRequest',
  'src/devtools': 'handlers',
  'src/index': 'src/supported-node src/mock',
  'src/index.browser': 'src/mock',
  'src/mock': 'handlers msw/http',
  'src/supported-node': 'handlers',
  'src/demo': 'lit-html lit-html/directives/keyed.js',

  // contracts/: what is checked
  'contracts/index':
    'contracts/report contracts/verify contracts/calibrate contracts/run contracts/pact contracts/openapi contracts/judge contracts/choices contracts/custody contracts/spec handlers',
  'contracts/report':
    'contracts/verify contracts/calibrate contracts/run contracts/judge contracts/choices contracts/custody contracts/wire contracts/spec handlers node: escape-goat fast-wrap-ansi fast-xml-builder',
  'contracts/verify':
    'contracts/run contracts/pact contracts/judge contracts/choices contracts/model contracts/wire contracts/redaction contracts/spec handlers node: zod/mini',
  'contracts/calibrate':
    'contracts/run contracts/judge contracts/choices contracts/model contracts/wire contracts/redaction contracts/spec handlers',
  'contracts/run':
    'contracts/judge contracts/choices contracts/model contracts/custody contracts/wire contracts/spec handlers node: fast-check',
  'contracts/pact':
    'contracts/model contracts/wire contracts/spec handlers node: @pact-foundation/pact-core write-file-atomic',
  'contracts/openapi': 'contracts/model contracts/spec handlers',
  'contracts/judge': 'contracts/model contracts/wire contracts/spec handlers',
  'contracts/choices': 'contracts/model contracts/wire contracts/spec handlers',
  'contracts/model': 'contracts/custody contracts/wire contracts/spec handlers',
  'contracts/custody': 'contracts/wire contracts/redaction contracts/spec handlers node:',
  'contracts/wire': 'contracts/spec handlers node: undici',
  'contracts/redaction': 'handlers escape-goat',
  'contracts/spec': 'handlers',

  // handlers/: what is answered
  'handlers/msw': 'handlers/app handlers/operations handlers/world handlers/http msw/http',
  'handlers/app': 'handlers/answer handlers/world handlers/http handlers/model',
  'handlers/answer': 'handlers/choices handlers/operations handlers/world handlers/faults handlers/http',
  'handlers/operations': 'handlers/world handlers/http handlers/choices handlers/model escape-goat',
  'handlers/world':
    'handlers/journal handlers/faults handlers/http handlers/store handlers/choices handlers/model',
  'handlers/journal': 'handlers/faults handlers/http handlers/model',
  'handlers/faults': 'handlers/http handlers/choices handlers/model zod/mini',
  'handlers/http': 'handlers/choices handlers/model escape-goat',
  'handlers/store': 'handlers/seed handlers/choices handlers/model @msw/data zod/mini',
  'handlers/seed': 'handlers/model @faker-js/faker/locale/en',
  'handlers/choices': 'handlers/model zod/mini',
  'handlers/model': 'zod/mini',
}

const rooms = Object.keys(house)
const sources = listSources('src', 'handlers', 'contracts').map((file) => readFacts(file))

function isSource(path: string): boolean {
  return /^(?:src|handlers|contracts)\//.test(path)
}

function roomOf(file: string): string {
  const room = rooms.find((name) => file === `${name}.ts` || file.startsWith(`${name}/`))
  if (room === undefined) throw new Error(`No room of the house has '${file}'.`)
  return room
}

function permissionsOf(room: string): string[] {
  return house[room]?.split(' ') ?? []
}

/** The permission that an import needs: its room or floor, its package, or `node:`. */
function permits(permission: string, imported: string): boolean {
  if (imported.startsWith('node:')) return permission === 'node:'
  if (!isSource(imported)) return permission === imported
  const room = roomOf(imported)
  return room === permission || room.startsWith(`${permission}/`)
}

function complaintsAbout({ file, imports, processEnds, anys, silencers, brokenDocs }: SourceFacts): string[] {
  const room = roomOf(file)
  const complaints = imports
    .filter((imported) => !(isSource(imported) && roomOf(imported) === room))
    .filter((imported) => !permissionsOf(room).some((permission) => permits(permission, imported)))
    .map((imported) => `${file} imports ${imported}`)
  if (room !== 'src/cli') complaints.push(...processEnds.map((end) => `${file} uses ${end}`))
  if (anys > 0) complaints.push(`${file} writes the type any`)
  complaints.push(...brokenDocs.map((line) => `${file} documents with /* instead of /**: ${line.trim()}`))
  return [...complaints, ...silencers.map((silencer) => `${file} writes ${silencer}`)]
}

/** Files that import one another, types included: each circle as the files on it. */
function circlesOf(facts: readonly Pick<SourceFacts, 'file' | 'imports'>[]): string[] {
  const importsOf = new Map(facts.map(({ file, imports }) => [file, imports.filter(isSource)]))
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '))
    if (way.includes(file) || done.has(file)) return
    for (const imported of importsOf.get(file) ?? []) walk(imported, [...way, file])
    done.add(file)
  }
  for (const { file } of facts) walk(file, [])
  return circles
}

test('every file imports only what its room may', () => {
  expect(sources.flatMap(complaintsAbout)).toEqual([])
})

test('imports only go down: what a room may import stands below it', () => {
  const upward = rooms.flatMap((room, at) =>
    permissionsOf(room).filter((permission) =>
      rooms.slice(0, at + 1).some((above) => above === permission || above.startsWith(`${permission}/`)),
    ),
  )
  expect(upward).toEqual([])
})

test('every permission is used', () => {
  const unused = rooms.flatMap((room) =>
    permissionsOf(room)
      .filter((permission) =>
        sources.every(
          ({ file, imports }) =>
            roomOf(file) !== room || !imports.some((imported) => permits(permission, imported)),
        ),
      )
      .map((permission) => `${room} need not import ${permission}`),
  )
  expect(unused).toEqual([])
})

test('no files import one another in a circle', () => {
  expect(circlesOf(sources)).toEqual([])
})

test('a circle of files is found, of types too', () => {
  const facts = [
    readFacts('handlers/model/one.ts', `import { two } from './two.ts'`),
    readFacts('handlers/model/two.ts', `export type { Three } from './three.ts'`),
    readFacts('handlers/model/three.ts', `type Two = import('./two.ts').Two`),
  ]
  expect(circlesOf(facts)).toEqual([
    'handlers/model/two.ts -> handlers/model/three.ts -> handlers/model/two.ts',
  ])
})

test('every test file is typed', () => {
  const facts = listSources('test').map((file) => readFacts(file))
  expect(facts.filter(({ anys }) => anys > 0).map(({ file }) => file)).toEqual([])
})

test.each([
  ['handlers/model/post.ts', `import { readFile } from 'node:fs/promises'`],
  ['handlers/model/post.ts', `import * as z from 'zod'`],
  ['handlers/answer.ts', `import { setupServer } from 'msw/node'`],
  ['handlers/answer.ts', `import { createPostsServer } from '../src/server.ts'`],
  ['handlers/answer.ts', `type Face = import('../src/mock/mock.ts').PostsMock`],
  ['src/mock/mock.ts', `import { html } from 'lit-html'`],
  ['handlers/store/snapshot.ts', `import type { World } from '../world/world.ts'`],
  ['contracts/judge/judge.ts', `import { readChoice } from '../run/run.ts'`],
  ['src/server.ts', `import { setupPosts } from './node.ts'`],
  ['src/node.ts', `const { createPostsServer } = await import('./server.ts')`],
  ['contracts/pact/derive.ts', `import { createPostsServer } from '../../src/server.ts'`],
  ['src/server.ts', `process.exitCode = 1`],
  ['handlers/answer.ts', `process.exit(1)`],
  ['handlers/model/post.ts', `export const post: any = {}`],
  ['handlers/model/post.ts', `// @ts-ignore\nexport const post = {}`],
  ['handlers/model/post.ts', `/* * A post.\n */\nexport const post = {}`],
])('objects when %s says %j', (file, text) => {
  expect(complaintsAbout(readFacts(file, text))).toHaveLength(1)
})

test.each([
  [
    'handlers/store/post-store.ts',
    `import { Collection } from '@msw/data'\nimport { type Post } from '../model/post.ts'`,
  ],
  ['src/vitest.ts', `import { setupPosts } from './node.ts'\nexport { test } from 'vitest'`],
  [
    'src/cli/main.ts',
    `const { verify } = await import('../../contracts/verify/verify.ts')\nprocess.exitCode = 1`,
  ],
  [
    'handlers/model/post.ts',
    `/** import fs from 'node:fs' and any */\nexport const text = "import 'msw/node'"`,
  ],
])('accepts that %s says %j', (file, text) => {
  expect(complaintsAbout(readFacts(file, text))).toEqual([])
})
