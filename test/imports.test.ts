import { expect, test } from 'vitest'
import { listSources, readFacts, type SourceFacts } from './source-facts.ts'

interface Room {
  /** Files and folders without extension: `src/node` is `src/node.ts` and `src/node/`. The longest that fits decides. */
  at: string[]
  /** The rooms it may import from besides itself. */
  rooms: string[]
  /** The packages it may import. */
  packages: string[]
  /** Whether it may import what only Node has. */
  node: boolean
}

/**
 * Who may import whom. Data runs down this table and imports point up it:
 * clauses + profile -> store -> handlers -> hosts, and contracts -> handlers beside the hosts.
 * A file of src that no other row claims belongs to the model, the strictest room.
 */
const table: Record<string, Room> = {
  model: {
    at: ['src'],
    rooms: [],
    packages: ['zod/mini', '@msw/data', '@faker-js/faker', '@faker-js/faker/locale/en'],
    node: false,
  },
  handlers: { at: ['handlers'], rooms: ['model'], packages: ['msw', 'msw/http'], node: false },
  fetch: { at: ['src/fetch'], rooms: ['model', 'handlers'], packages: [], node: false },
  world: {
    at: ['src/create-world', 'src/world-face', 'src/posts-face'],
    rooms: ['model', 'handlers'],
    packages: [],
    node: false,
  },
  clauses: { at: ['contracts/clauses'], rooms: ['handlers'], packages: [], node: false },
  face: {
    at: ['src/index', 'src/index.browser', 'src/public', 'src/mock'],
    rooms: ['model', 'handlers', 'fetch', 'world'],
    packages: ['msw', 'msw/http'],
    node: false,
  },
  node: {
    at: ['src/node'],
    rooms: ['model', 'handlers', 'face'],
    packages: [
      'msw/http',
      'msw/experimental',
      '@mswjs/interceptors/http',
      '@mswjs/interceptors/fetch',
      '@mswjs/interceptors/ClientRequest',
    ],
    node: true,
  },
  vitest: {
    at: ['src/vitest'],
    rooms: ['model', 'handlers', 'face', 'node'],
    packages: ['vitest'],
    node: true,
  },
  demo: { at: ['src/demo'], rooms: [], packages: ['lit'], node: false },
  backstage: {
    at: ['src/backstage'],
    rooms: ['model', 'handlers', 'world', 'clauses'],
    packages: [],
    node: false,
  },
  control: { at: ['src/control'], rooms: ['model'], packages: [], node: false },
  panel: {
    at: ['src/panel'],
    rooms: ['model', 'handlers', 'world', 'backstage', 'control'],
    packages: ['lit'],
    node: false,
  },
  playwright: {
    at: ['src/playwright'],
    rooms: ['model', 'handlers', 'face', 'node', 'control'],
    packages: ['@playwright/test', 'msw', 'msw/utils/get-response'],
    node: true,
  },
  server: {
    at: ['src/server'],
    rooms: ['model', 'handlers', 'world', 'backstage'],
    packages: ['zod/mini'],
    node: true,
  },
  browser: {
    at: ['src/browser'],
    rooms: ['model', 'handlers', 'face'],
    packages: ['msw/browser', 'msw/http'],
    node: false,
  },
  vite: {
    at: ['src/vite'],
    rooms: ['model', 'handlers', 'world', 'face', 'server', 'browser'],
    packages: ['vite', 'msw', 'msw/vite', 'msw/utils/get-response'],
    node: true,
  },
  contracts: {
    at: ['contracts'],
    rooms: ['model', 'handlers', 'clauses'],
    packages: [
      'msw/utils/get-response',
      '@pact-foundation/pact-core',
      'fast-check',
      'fast-xml-builder',
      'undici',
      'zod/mini',
    ],
    node: true,
  },
  cli: {
    at: ['src/cli'],
    rooms: ['model', 'handlers', 'fetch', 'world', 'face', 'node', 'server', 'contracts', 'clauses'],
    packages: ['zod/mini'],
    node: true,
  },
}

const longest = 250

function roomOf(file: string): [name: string, room: Room] {
  const claims = Object.entries(table).flatMap(([name, room]) =>
    room.at
      .filter((at) => file === `${at}.ts` || file.startsWith(`${at}/`))
      .map((at) => ({ name, room, at })),
  )
  const claim = claims.sort((one, other) => other.at.length - one.at.length)[0]
  if (claim === undefined) throw new Error(`No room in the table claims '${file}'.`)
  return [claim.name, claim.room]
}

function complaintsAbout({ file, lines, imports, processEnds, anys, silencers }: SourceFacts): string[] {
  const [name, room] = roomOf(file)
  const complaints = imports.flatMap((imported) => {
    if (imported.startsWith('node:')) return room.node ? [] : [`${file} (${name}) imports ${imported}`]
    if (!/^(?:src|handlers|contracts)\//.test(imported)) {
      return room.packages.includes(imported) ? [] : [`${file} (${name}) imports ${imported}`]
    }
    const [target] = roomOf(imported)
    return target === name || room.rooms.includes(target)
      ? []
      : [`${file} (${name}) imports ${imported} (${target})`]
  })
  if (name !== 'cli') complaints.push(...processEnds.map((end) => `${file} (${name}) uses ${end}`))
  if (lines > longest) complaints.push(`${file} has ${lines} lines, more than ${longest}`)
  if (anys > 0) complaints.push(`${file} writes the type any`)
  return [...complaints, ...silencers.map((silencer) => `${file} writes ${silencer}`)]
}

test('every file imports only what its room may', () => {
  expect(
    listSources('src', 'handlers', 'contracts').flatMap((file) => complaintsAbout(readFacts(file))),
  ).toEqual([])
})

test('every test file stays short and typed', () => {
  const facts = listSources('test').map((file) => readFacts(file))
  expect(facts.filter(({ lines }) => lines > longest).map(({ file }) => file)).toEqual([])
  expect(facts.filter(({ anys }) => anys > 0).map(({ file }) => file)).toEqual([])
})

test.each([
  ['src/store/post-store.ts', `import { http } from 'msw'`],
  ['src/store/post-store.ts', `import type { Reply } from '../../handlers/reply.ts'`],
  ['src/post.ts', `import { readFile } from 'node:fs/promises'`],
  ['src/post.ts', `import * as z from 'zod'`],
  ['src/a-new-idea.ts', `export * from './mock.ts'`],
  ['handlers/read.ts', `import { setupServer } from 'msw/node'`],
  ['handlers/read.ts', `import { createPostsServer } from '../src/server/index.ts'`],
  ['handlers/read.ts', `type Face = import('../src/mock.ts').PostsMock`],
  ['src/mock.ts', `import { faker } from '@faker-js/faker'`],
  ['src/server/index.ts', `import { setupPosts } from '../node.ts'`],
  ['src/server/index.ts', `import { createMock } from '../mock.ts'`],
  ['src/node.ts', `const { createPostsServer } = await import('./server/index.ts')`],
  ['contracts/derive.ts', `import { createPostsServer } from '../src/server/index.ts'`],
  ['src/server/index.ts', `process.exitCode = 1`],
  ['handlers/read.ts', `process.exit(1)`],
  ['src/post.ts', `export const post: any = {}`],
  ['src/post.ts', `// @ts-ignore\nexport const post = {}`],
])('objects when %s says %j', (file, text) => {
  expect(complaintsAbout(readFacts(file, text))).toHaveLength(1)
})

test.each([
  [
    'src/store/post-store.ts',
    `import { Collection } from '@msw/data'\nimport { type Post } from '../post.ts'`,
  ],
  ['handlers/read.ts', `import { http } from 'msw'\nimport { createStore } from '../src/store/store.ts'`],
  ['src/vitest.ts', `import { setupPosts } from './node.ts'\nexport { test } from 'vitest'`],
  [
    'src/cli/main.ts',
    `const { verify } = await import('../../contracts/verify/verify.ts')\nprocess.exitCode = 1`,
  ],
  ['src/post.ts', `/** import fs from 'node:fs' and any */\nexport const text = "import 'msw/node'"`],
])('accepts that %s says %j', (file, text) => {
  expect(complaintsAbout(readFacts(file, text))).toEqual([])
})

test(`accepts ${longest} lines and objects to one more`, () => {
  const lines = (count: number) => readFacts('src/post.ts', 'const line = 1\n'.repeat(count))
  expect(complaintsAbout(lines(longest))).toEqual([])
  expect(complaintsAbout(lines(longest + 1))).toHaveLength(1)
})
