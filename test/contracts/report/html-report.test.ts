import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { htmlReport } from '../../../contracts/report/html-report.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { brokenResult, differingResult } from '../../support/verify-result.ts'

const facts = { at: 0, by: 'posts-understudy 0.1.0' }

/** The page as a browser reads it. */
function pageOf(result: VerifyResult) {
  return new new Window().DOMParser().parseFromString(htmlReport(result, facts), 'text/html')
}

test('says the verdict first, in the title too', () => {
  const page = pageOf(brokenResult('list.all'))
  expect(page.title).toBe('BROKEN: http://127.0.0.1/v1')
  expect(page.querySelector('header')?.textContent).toMatch(
    /^\s*BROKEN\s+http:\/\/127\.0\.0\.1\/v1 breaks list\.all of the interface document\./,
  )
})

test('shows of a root cause the words of the document, both sides and the commands', () => {
  const article = pageOf(brokenResult('list.all')).querySelector('article')?.textContent
  expect(article).toContain('"Clients can list all posts and read one post by its identifier."')
  expect(article).toContain('Post 8 is not in the list ')
  expect(article).toMatch(/- expected \{"id":8.*\+ actual +not listed/)
  expect(article).toContain('curl -i -X POST http://127.0.0.1/v1/posts')
  expect(article).toContain('npx posts-understudy verify http://127.0.0.1/v1 --only create/plain')
})

test('shows every clause, every choice and the run', () => {
  const text = pageOf(differingResult({ 'create.status': 200 })).body.textContent ?? ''
  for (const part of [
    'read.missing',
    'input.max-bytes',
    'the profile default',
    '1970-01-01T00:00:00.000Z',
    'create.status: 201 -> 200',
    'The status of a successful create.',
  ])
    expect(text).toContain(part)
})

test('a link can lead to a broken clause', () => {
  expect(pageOf(brokenResult('list.all')).getElementById('list.all')?.tagName).toBe('ARTICLE')
})

test('loads nothing and runs nothing', () => {
  const page = pageOf(brokenResult('list.all'))
  expect(page.querySelectorAll('script, link, img, iframe, [src], [href]:not([href^="#"])')).toHaveLength(0)
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'")
})
