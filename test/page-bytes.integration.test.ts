import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PageBytes, pages, totalOf, weighPage } from './page-bytes.ts'
import { createPageProject } from './page-project.ts'
import type { ProjectFolder } from './vite-project.ts'

const kilobyte = 1024

/** Whatever a page loads; another name here is another dependency in everybody's page. */
const known = [
  'posts-understudy',
  'app',
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
]
const ofPanel = ['lit', 'lit-html', 'lit-element', '@lit/reactive-element']

let project: ProjectFolder
let worker: PageBytes
let withPanel: PageBytes

beforeAll(async () => {
  project = await createPageProject()
  worker = await weighPage(project, { code: pages.worker, inlineConst: false })
  withPanel = await weighPage(project, { code: pages['worker and panel'], inlineConst: false })
})

afterAll(() => project?.[Symbol.asyncDispose]())

test('gives a page 25 KB of our own at most, the panel aside', () => {
  expect(worker['posts-understudy']).toBeLessThan(25 * kilobyte)
})

test('gives a page 175 KB at most, with the panel and all that it needs', () => {
  expect(totalOf(withPanel)).toBeLessThan(175 * kilobyte)
})

test('gives a page what is known here, and nothing else', () => {
  expect(Object.keys(worker).filter((name) => !known.includes(name))).toEqual([])
  expect(Object.keys(withPanel).filter((name) => ![...known, ...ofPanel].includes(name))).toEqual([])
})
