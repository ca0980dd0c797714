import { expect } from 'vitest'
import type { Measurement } from '../../../contracts/client/measure.ts'
import { clientHtml } from '../../../contracts/report/client-report.ts'
import { htmlReport } from '../../../contracts/report/verify-reports.ts'
import { clauseIds } from '../../../contracts/scenarios/clauses.ts'
import { looks, troubleOf } from '../../support/browser/axe.ts'
import { test } from '../../support/browser/page-test.ts'
import { isFull, sampled } from '../../support/full.ts'
import { brokenResult, differingResult, exchange, findingOf, stale, verifyResult } from './verify-result.ts'

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

/** What is known about a client whose test fails without a body. */
function measurement(test: string): Measurement {
  return {
    client: {
      schemaVersion: 1,
      command: 'npx vitest run',
      passes: { 'create.status': [201, 200], 'create.body': ['post'] },
      fails: [{ answers: { 'create.body': 'none' }, tests: [test] }],
      operations: ['create 201'],
    },
    failures: [{ answers: { 'create.body': 'none' }, tests: [test] }],
    untried: [],
  }
}

/** Every report in every look with UNDERSTUDY_FULL=1; otherwise all in one look, and the longest in two. */
const others = [verifyResult(), differingResult({ 'create.status': 200 }), notJudged]

test.for(sampled(looks, 1, 2))(
  'the HTML report, %s, has nothing that axe objects to, and does not scroll sideways',
  async ([name, options], { browser }) => {
    await using shown = await browser.newPage({ ...options, javaScriptEnabled: true })
    const more = isFull || name === 'narrow and dark' ? others : []
    const all = [
      page,
      clientHtml(measurement(long), facts),
      ...more.map((result) => htmlReport(result, facts)),
    ]
    for (const text of all) {
      await shown.setContent(text)
      expect(await troubleOf(shown)).toEqual([])
    }
  },
)

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

test('a page has at most 300 kB, whatever was found', () => {
  const exchanges = Array(60).fill(exchange('POST /posts', 201, long, long))
  const findings = Array(5).fill(findingOf('list.all', { exchanges, repeat: long.repeat(20), about: long }))
  const clauses = clauseIds.map((clause) => ({
    clause,
    verdict: 'broken' as const,
    observations: 1,
    findings,
  }))
  const text = htmlReport({ ...broken, clauses, notes: Array(500).fill(long) }, facts)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300_000)
  expect(text).toContain('17</b> clauses broken')
})

test('a client has a row for each choice, which leads to the answers that fail', async ({ page: shown }) => {
  await shown.setContent(clientHtml(measurement('adds a post'), facts))
  expect(await shown.locator('.answers > div').allInnerTexts()).toEqual([
    expect.stringMatching(/create\.status[\s\S]+✓ 201\s+✓ 200/),
    expect.stringMatching(/create\.body[\s\S]+✓ post\s+✗ none/),
  ])
  const failing = shown.locator(
    await shown
      .getByRole('link', { name: 'create.body' })
      .evaluate((link) => `[id="${(link as HTMLAnchorElement).hash.slice(1)}"]`),
  )
  expect(await failing.textContent()).toMatch(/"adds a post" with "none"[\s\S]+advice/)
})

test('the requests over time are bars as high as their numbers, which a text says too', async ({
  page: shown,
}) => {
  await shown.setContent(htmlReport(verifyResult(), facts))
  const bars = shown.getByRole('img', { name: 'Requests over time' }).locator('g')
  const heights = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height))
  expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(3)
  expect(await shown.locator('.timeline').innerText()).toMatch(
    /at most 3 in 0\.05 s\.\s+■ 2 answered\s+■ 1 refused \(4xx\)\s+■ 1 failed[\s\S]+at most 31 ms[\s\S]+1\.5 s/,
  )
})

test('requests at the same time have lanes, whose bars overlap', async ({ page: shown }) => {
  await shown.setContent(htmlReport(brokenResult('read.ok', stale), facts))
  const bars = await shown
    .locator('.lane rect')
    .evaluateAll((all) =>
      all.map((bar) => ({ from: bar.getBoundingClientRect().left, to: bar.getBoundingClientRect().right })),
    )
  const [put, , late] = bars
  expect(bars).toHaveLength(3)
  expect(late?.from).toBeLessThan(put?.to ?? 0)
  expect(await shown.locator('.nowhere').textContent()).toContain('fits nowhere after them')
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
  expect(clientHtml(measurement(hostile), facts)).not.toContain('<script')
  expect(await shown.locator('script, link, iframe, img, [src], [onerror], [onclick]').count()).toBe(0)
  expect(await shown.locator('meta[http-equiv]').getAttribute('content')).toContain("default-src 'none'")
  expect(await shown.locator('section[id]').textContent()).toContain('<script>globalThis.ran = true</script>')
  expect(['\u001b', '\u202e'].filter((character) => source.includes(character))).toEqual([])
})
