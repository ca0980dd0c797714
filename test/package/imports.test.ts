import { expect, test } from 'vitest'
import { listSources, readFacts, type SourceFacts } from '../support/source-facts.ts'

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

/** Who may import whom: three floors, and the folders of `src/`. Imports only go down. */
const table: Record<string, Room> = {
  handlers: {
    at: ['handlers'],
    rooms: [],
    packages: ['zod/mini', '@msw/data', '@faker-js/faker', '@faker-js/faker/locale/en', 'msw', 'msw/http'],
    node: false,
  },
  document: { at: ['contracts/document/clauses'], rooms: ['handlers'], packages: [], node: false },
  contracts: {
    at: ['contracts'],
    rooms: ['handlers', 'document'],
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
  mock: {
    at: ['src/index', 'src/index.browser', 'src/mock'],
    rooms: ['handlers'],
    packages: ['msw', 'msw/http'],
    node: false,
  },
  node: {
    at: ['src/node'],
    rooms: ['handlers', 'mock'],
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
    rooms: ['handlers', 'mock', 'node'],
    packages: ['vitest'],
    node: true,
  },
  demo: { at: ['src/demo'], rooms: [], packages: ['lit'], node: false },
  devtools: { at: ['src/devtools'], rooms: ['handlers', 'document', 'mock'], packages: [], node: false },
  panel: {
    at: ['src/panel'],
    rooms: ['handlers', 'mock', 'devtools'],
    packages: ['lit'],
    node: false,
  },
  playwright: {
    at: ['src/playwright'],
    rooms: ['handlers', 'mock', 'node', 'devtools'],
    packages: ['@playwright/test', 'msw', 'msw/utils/get-response'],
    node: true,
  },
  server: {
    at: ['src/server'],
    rooms: ['handlers', 'mock', 'devtools'],
    packages: ['zod/mini'],
    node: true,
  },
  browser: {
    at: ['src/browser'],
    rooms: ['handlers', 'mock'],
    packages: ['msw/browser', 'msw/http'],
    node: false,
  },
  vite: {
    at: ['src/vite'],
    rooms: ['handlers', 'mock', 'server', 'browser'],
    packages: ['vite', 'msw', 'msw/vite', 'msw/utils/get-response'],
    node: true,
  },
  cli: {
    at: ['src/cli'],
    rooms: ['handlers', 'mock', 'node', 'server', 'contracts', 'document'],
    packages: ['zod/mini'],
    node: true,
  },
}

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

function complaintsAbout({ file, imports, processEnds, anys, silencers }: SourceFacts): string[] {
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
  if (anys > 0) complaints.push(`${file} writes the type any`)
  return [...complaints, ...silencers.map((silencer) => `${file} writes ${silencer}`)]
}

test('every file imports only what its room may', () => {
  expect(
    listSources('src', 'handlers', 'contracts').flatMap((file) => complaintsAbout(readFacts(file))),
  ).toEqual([])
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
  ['src/mock/mock.ts', `import { faker } from '@faker-js/faker'`],
  ['src/server.ts', `import { setupPosts } from './node.ts'`],
  ['src/node.ts', `const { createPostsServer } = await import('./server.ts')`],
  ['contracts/pact/derive.ts', `import { createPostsServer } from '../../src/server.ts'`],
  ['src/server.ts', `process.exitCode = 1`],
  ['handlers/answer.ts', `process.exit(1)`],
  ['handlers/model/post.ts', `export const post: any = {}`],
  ['handlers/model/post.ts', `// @ts-ignore\nexport const post = {}`],
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
