import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf, listSources } from './source-imports.ts'

/**
 * The three floors and their rooms, from the top down. A room is a folder and the file of the same name beside it. What
 * stands behind it is all that it may import: rooms further down, whole floors, packages, and `node:` for what only Node has.
 */
const house: Record<string, string> = {
  // src/: where it runs
  'src/cli': 'src/supported-node src/server src/control contracts handlers commander node:',
  'src/vitest': 'src/supported-node src/node src/mock handlers vitest',
  'src/playwright': 'src/supported-node src/node src/server src/mock handlers @playwright/test',
  'src/vite': 'src/supported-node src/server src/mock handlers node: vite',
  'src/panel':
    'src/control contracts/look contracts/choices contracts/wire handlers diff lit-html lit-html/directives/keyed.js lit-html/directives/live.js lit-html/directives/repeat.js',
  'src/server':
    'src/supported-node src/control src/mock handlers node: escape-goat write-file-atomic hono hono/tiny hono/bearer-auth hono/cors hono/secure-headers @hono/node-server @hono/node-server/serve-static @hono/node-server/utils/response',
  'src/control': 'src/mock contracts/client handlers hono hono/http-exception hono/tiny',
  'src/browser': 'src/mock handlers msw/browser',
  'src/node':
    'src/supported-node src/mock handlers node: @mswjs/interceptors @mswjs/interceptors/http @mswjs/interceptors/net @mswjs/interceptors/fetch @mswjs/interceptors/ClientRequest',
  'src/index': 'src/supported-node src/index.browser',
  'src/index.browser': 'src/mock handlers',
  'src/mock': 'contracts/client handlers msw/http',
  'src/supported-node': 'handlers',
  'src/demo': 'contracts/look lit-html lit-html/directives/keyed.js',

  // contracts/: what is checked
  'contracts/index':
    'contracts/report contracts/verify contracts/calibrate contracts/client contracts/run contracts/pact contracts/openapi contracts/judge contracts/choices contracts/custody contracts/scenarios handlers',
  'contracts/report':
    'contracts/verify contracts/calibrate contracts/client contracts/run contracts/judge contracts/choices contracts/custody contracts/scenarios contracts/look contracts/counted handlers node: diff hono/html fast-wrap-ansi fast-xml-builder',
  'contracts/verify':
    'contracts/calibrate contracts/client contracts/run contracts/pact contracts/judge contracts/choices contracts/wire contracts/redaction contracts/scenarios handlers node:',
  'contracts/calibrate':
    'contracts/run contracts/judge contracts/choices contracts/wire contracts/redaction contracts/scenarios contracts/counted handlers',
  'contracts/client': 'contracts/pact contracts/choices contracts/wire contracts/scenarios handlers valibot',
  'contracts/pact':
    'contracts/run contracts/custody contracts/wire contracts/redaction contracts/scenarios handlers node: @pact-foundation/pact-core',
  'contracts/run':
    'contracts/judge contracts/choices contracts/model contracts/custody contracts/wire contracts/scenarios handlers node:',
  'contracts/openapi': 'contracts/wire contracts/scenarios handlers',
  'contracts/judge': 'contracts/model contracts/wire contracts/scenarios contracts/counted handlers',
  'contracts/choices':
    'contracts/model contracts/wire contracts/scenarios contracts/counted handlers node: valibot',
  'contracts/model': 'handlers',
  'contracts/custody': 'contracts/wire contracts/redaction contracts/scenarios handlers node:',
  'contracts/wire':
    'contracts/redaction contracts/scenarios contracts/counted handlers node: http-link-header tough-cookie undici',
  'contracts/redaction': 'handlers escape-goat',
  'contracts/scenarios': 'handlers entities/decode fast-check valibot',
  'contracts/look': '',
  'contracts/counted': '',

  // handlers/: what is answered
  'handlers/handlers':
    'handlers/endpoints handlers/app handlers/own-handlers handlers/operations handlers/world handlers/http msw/http',
  'handlers/app': 'handlers/handle-request handlers/own-handlers handlers/world handlers/http handlers/model',
  'handlers/handle-request':
    'handlers/endpoints handlers/choices handlers/operations handlers/world handlers/faults handlers/http handlers/model',
  'handlers/own-handlers': 'handlers/world handlers/http msw/http',
  'handlers/operations':
    'handlers/endpoints handlers/fields handlers/world handlers/http handlers/choices handlers/model escape-goat',
  'handlers/world':
    'handlers/journal handlers/faults handlers/http handlers/store handlers/choices handlers/model msw/http',
  'handlers/journal': 'handlers/endpoints handlers/faults handlers/http handlers/model',
  'handlers/faults': 'handlers/endpoints handlers/model valibot',
  'handlers/http': 'handlers/choices handlers/model escape-goat',
  'handlers/store': 'handlers/fields handlers/seed handlers/choices handlers/model @msw/data valibot',
  'handlers/seed': 'handlers/fields handlers/choices handlers/model @faker-js/faker/locale/en',
  'handlers/choices': 'handlers/endpoints handlers/fields handlers/model valibot',
  'handlers/model': 'handlers/fields valibot',
  'handlers/endpoints': '',
  'handlers/fields': '',
}

const rooms = Object.keys(house)
const sources = listSources('src', 'handlers', 'contracts').map((file) => ({
  file,
  imports: importsOf(file),
}))

const isSource = (path: string) => /^(?:src|handlers|contracts)\//.test(path)
const permissionsOf = (room: string) => house[room]?.match(/\S+/g) ?? []

function roomOf(file: string): string {
  const room = rooms.find((name) => file === `${name}.ts` || file.startsWith(`${name}/`))
  if (room === undefined) throw new Error(`No room of the house has '${file}'.`)
  return room
}

/** Asks whether a permission is for an import: its room or floor, its package, or `node:`. */
function permits(permission: string, imported: string): boolean {
  if (imported.startsWith('node:')) return permission === 'node:'
  if (!isSource(imported)) return permission === imported
  const room = roomOf(imported)
  return room === permission || room.startsWith(`${permission}/`)
}

function forbidden(file: string, imports: readonly string[]): string[] {
  const room = roomOf(file)
  return imports
    .filter((imported) => !(isSource(imported) && roomOf(imported) === room))
    .filter((imported) => !permissionsOf(room).some((permission) => permits(permission, imported)))
    .map((imported) => `${file} imports ${imported}`)
}

// No circle of files: Biome says so. `any` and comments that switch the compiler off: Biome too.
test('every file imports only what its room may', () => {
  expect(sources.flatMap(({ file, imports }) => forbidden(file, imports))).toEqual([])
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
  const unused = rooms.flatMap((room) => {
    const imports = sources.filter(({ file }) => roomOf(file) === room).flatMap((source) => source.imports)
    const needless = permissionsOf(room).filter(
      (permission) => !imports.some((each) => permits(permission, each)),
    )
    return needless.map((permission) => `${room} need not import ${permission}`)
  })
  expect(unused).toEqual([])
})

test('only the command line ends the process', () => {
  const others = sources.filter(({ file }) => roomOf(file) !== 'src/cli')
  const ends = /process\.(?:exit|exitCode|reallyExit|abort)\b/
  expect(others.filter(({ file }) => ends.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['handlers/model/post.ts', `import { readFile } from 'node:fs/promises'`],
  ['handlers/handle-request.ts', `import { setupServer } from 'msw/node'`],
  ['handlers/handle-request.ts', `export { createPostsServer } from '../src/server.ts'`],
  ['handlers/store/seeding.ts', `import type { World } from '../world/world.ts'`],
  ['src/node.ts', `const { createPostsServer } = await import('./server.ts')`],
])('objects when %s says %j', (file, text) => {
  expect(forbidden(file, importsOf(file, text))).toHaveLength(1)
})

const page = readFileSync('docs/architecture.md', 'utf8')

test.each(['docs/architecture.md', 'DECISIONS.md'])('every path that %s names is there', (document) => {
  const named = readFileSync(document, 'utf8').matchAll(/`((?:src|handlers|contracts|test)\/[\w./-]*)`/g)
  const missing = Array.from(named, ([, path = '']) => path).filter(
    (path) => !path.includes('NAME') && !existsSync(path),
  )
  expect(missing).toEqual([])
})

test.each(['src', 'contracts', 'handlers'])('the picture shows every folder of %s/', (floor) => {
  const [, picture = ''] = page.split('```')
  const part = picture.slice(picture.indexOf(`${floor}/`)).split('   |\n')[0] ?? ''
  const folders = readdirSync(floor, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(part))).toEqual(
    [],
  )
})
