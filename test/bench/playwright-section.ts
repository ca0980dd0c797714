import type { Browser, Page } from '@playwright/test'
import { createPlaywrightPosts } from '../../src/playwright/playwright-posts.ts'
import { openChromium } from '../support/browser/open-chromium.ts'
import type { CheckContextOptions, Versions } from './options.ts'
import { compare, median, type Row, rotated } from './row.ts'
import { plainPosts, sentFields } from './sample-posts.ts'

const origin = 'https://api.example.com'

const exchanges = [
  { name: 'GET one', method: 'GET', path: '/v1/posts/7', body: undefined },
  { name: 'list of 100', method: 'GET', path: '/v1/posts', body: undefined },
  { name: 'PUT', method: 'PUT', path: '/v1/posts/7', body: JSON.stringify(sentFields) },
] as const

type Exchange = (typeof exchanges)[number]

/** How many requests a turn sends, one after the other. */
const turn = 40

/**
 * The fixture beside the least that a route can do: the same reply from a string. Both are pages of one browser, and the
 * figures are what a page waits for `fetch`, with the body read.
 */
export async function playwrightSection(
  options: CheckContextOptions,
): Promise<{ rows: Row[]; versions: Versions }> {
  await using browser = await openChromium()
  const posts = plainPosts(100)
  const fixture = await pageOfFixture(browser, posts)
  const bare = await barePage(browser, posts)
  const rows: Row[] = []
  for (const exchange of exchanges) {
    options.say(`playwright, ${exchange.name}`)
    const { ours, theirs } = await playRounds([fixture, bare], exchange, options)
    const extra = ours.map((figure, round) => figure - (theirs[round] ?? Number.NaN))
    const common = { section: 'playwright, per request in a page', unit: 'ms' } as const
    rows.push(
      compare({ ...common, what: exchange.name, ours, beside: 'route.fulfill', theirs }),
      compare({
        ...common,
        what: `${exchange.name}, more than it`,
        ours: extra,
        target: { of: 'ours', most: 2 },
      }),
    )
  }
  return { rows, versions: { chromium: browser.version() } }
}

async function playRounds(pages: readonly [Page, Page], exchange: Exchange, { rounds }: CheckContextOptions) {
  const figures: [number[], number[]] = [[], []]
  for (const page of pages) await timeRequests(page, exchange)
  for (let round = 0; round < rounds; round++) {
    const times: [number[], number[]] = [[], []]
    for (let part = 0; part < 4; part++)
      for (const place of rotated([0, 1] as const, round + part))
        times[place].push(...(await timeRequests(pages[place], exchange)))
    for (const place of [0, 1] as const) figures[place].push(median(times[place]))
  }
  const [ours, theirs] = figures
  return { ours, theirs }
}

/** What each request took, in milliseconds by the page's clock. */
function timeRequests(page: Page, { method, path, body }: Exchange): Promise<number[]> {
  return page.evaluate(
    async ({ method, path, body, turn }) => {
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const times: number[] = []
      for (let index = 0; index < turn; index++) {
        const start = performance.now()
        await (await fetch(path, { method, headers, body: body ?? null })).text()
        times.push(performance.now() - start)
      }
      return times
    },
    { method, path, body, turn },
  )
}

async function pageOfFixture(browser: Browser, initial: ReturnType<typeof plainPosts>): Promise<Page> {
  const page = await emptyPage(browser)
  const { posts } = createPlaywrightPosts({ posts: initial })
  await posts.listen(page.context())
  return page
}

async function barePage(browser: Browser, initial: ReturnType<typeof plainPosts>): Promise<Page> {
  const page = await emptyPage(browser)
  const list = JSON.stringify(initial)
  const one = JSON.stringify(initial[6])
  await page
    .context()
    .route('**/v1/posts', (route) => route.fulfill({ contentType: 'application/json', body: list }))
  await page
    .context()
    .route('**/v1/posts/*', (route) => route.fulfill({ contentType: 'application/json', body: one }))
  return page
}

async function emptyPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  const page = await context.newPage()
  await page.goto(origin)
  return page
}
