import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PageBytes, pages, totalOf, weighPage } from '../../support/page-bytes.ts'
import { createPageProject } from '../../support/page-project.ts'
import type { ProjectFolder } from '../../support/vite-project.ts'

const kilobyte = 1024

/** Whatever a page loads; another name here is another dependency in everybody's page. */
const known = [
  'posts-understudy',
  'app',
  'hono',
  // An error may be an HTML page.
  'escape-goat',
  // MSW and what it stands on; tldts is a list of public suffixes for its cookies.
  'msw',
  '@mswjs/interceptors',
  '@msw/url',
  '@open-draft/until',
  'cookie',
  'is-node-process',
  'outvariant',
  'rettime',
  'tldts',
  'tldts-core',
  'tough-cookie',
  'until-async',
  // @msw/data and what it stands on.
  '@msw/data',
  'es-toolkit',
  'mutative',
  'zod',
  // The words of the seeded posts.
  '@faker-js/faker',
]
const ofPanel = ['lit-html']

let project: ProjectFolder
let worker: PageBytes
let withPanel: PageBytes

beforeAll(async () => {
  project = await createPageProject()
  worker = await weighPage(project, pages.worker)
  withPanel = await weighPage(project, pages['worker and panel'])
})

afterAll(() => project?.[Symbol.asyncDispose]())

test('gives a page 40 KB of our own at most, the closed panel included', () => {
  expect(withPanel.loaded['posts-understudy']).toBeLessThan(40 * kilobyte)
})

test('gives a page 30 KB of our own at most without the panel', () => {
  expect(worker.loaded['posts-understudy']).toBeLessThan(30 * kilobyte)
})

test('gives a page 140 KB at most beside the lists of public suffixes and of words, with all that is loaded later', () => {
  const { loaded, later } = withPanel
  const lists = [loaded.tldts, loaded['@faker-js/faker'], later['@faker-js/faker']]
  const all = totalOf(loaded) + totalOf(later)
  expect(lists.reduce<number>((rest, bytes = 0) => rest - bytes, all)).toBeLessThan(140 * kilobyte)
})

test('gives a page what is known here, and nothing else', () => {
  const names = ({ loaded, later }: PageBytes) => Object.keys({ ...loaded, ...later })
  expect(names(worker).filter((name) => !known.includes(name))).toEqual([])
  expect(names(withPanel).filter((name) => ![...known, ...ofPanel].includes(name))).toEqual([])
})
