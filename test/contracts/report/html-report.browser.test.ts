import { describe, expect } from 'vitest'
import { htmlReport } from '../../../contracts/report/html-report.ts'
import { looks, troubleOf } from '../../support/browser/axe.ts'
import { test } from '../../support/browser/page-test.ts'
import { isFull, sampled } from '../../support/full.ts'
import { brokenResult, differingResult, exchange, verifyResult } from './verify-result.ts'

const long = 'AWordWithoutAnyBlank'.repeat(100)
const facts = { at: 0, by: 'posts-understudy 0.1.0' }
const broken = brokenResult('create.adds', {
  expected: long,
  actual: long.slice(1),
  exchanges: [exchange(`POST /posts`, 201, long, long)],
})
const notJudged = verifyResult({ verdict: 'not judged', exitCode: 3, failureReason: long })
const { choices } = differingResult({ 'create.status': 200, 'error.body': { [long]: 'status' } })
const page = htmlReport(
  { ...broken, choices, notes: [long], leftovers: [{ title: long, path: '/posts/1', curl: long }] },
  facts,
)

/** Every report in every look with UNDERSTUDY_FULL=1; otherwise all in one look, and the longest in two. */
const others = [verifyResult(), differingResult({ 'create.status': 200 }), notJudged]

describe.each(sampled(looks, 1, 2))('the HTML report, %s', (name, options) => {
  test('has nothing that axe objects to, and does not scroll sideways', async ({ browser }) => {
    await using context = await browser.newContext({ ...options, javaScriptEnabled: true })
    const shown = await context.newPage()
    const more = isFull || name === 'narrow and dark' ? others : []
    for (const text of [page, ...more.map((result) => htmlReport(result, facts))]) {
      await shown.setContent(text)
      expect(await troubleOf(shown)).toEqual([])
    }
  })
})

const hostile = `</style></title></pre><script>globalThis.ran = true</script><img src=x onerror="ran = true">" onclick='ran = true' & \u202e\u001b[2J`

test('shows a broken clause, to which a link can lead, every clause and every choice', async ({
  page: shown,
}) => {
  await shown.setContent(htmlReport(brokenResult('list.all'), facts))
  expect(await shown.title()).toBe('BROKEN: http://127.0.0.1/v1')
  const article = await shown.locator('section[id="list.all"]').textContent()
  expect(article).toContain('"Clients can list all posts and read one post by its identifier."')
  expect(article).toMatch(/Expected\{\s+"id": 8,[^}]*\}\s+Actualnot listed/)
  expect(await shown.locator('body').textContent()).toMatch(/read\.missing[\s\S]*input\.max-bytes/)
})

test('no text of a provider becomes a tag, an attribute or a control character', async ({ page: shown }) => {
  const exchanges = [exchange('GET /posts', 200, hostile, hostile)]
  const result = brokenResult('list.all', {
    about: hostile,
    expected: hostile,
    actual: hostile,
    exchanges,
    repeat: hostile,
  })
  const leftovers = [{ title: hostile, path: hostile, curl: hostile }]
  const source = htmlReport({ ...result, url: hostile, notes: [hostile], leftovers }, { at: 0, by: hostile })
  await shown.setContent(source)
  expect(await shown.locator('script, link, iframe, img, [src], [onerror], [onclick]').count()).toBe(0)
  expect(await shown.locator('meta[http-equiv]').getAttribute('content')).toContain("default-src 'none'")
  expect(await shown.locator('section[id]').textContent()).toContain('<script>globalThis.ran = true</script>')
  expect(['\u001b', '\u202e'].filter((character) => source.includes(character))).toEqual([])
})
