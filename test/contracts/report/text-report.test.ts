import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { markdownReport, textReport } from '../../../contracts/report/verify-reports.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { choiceIds } from '../../../handlers/choices.ts'
import { brokenResult, differingResult, exchange, findingOf, stale, verifyResult } from './verify-result.ts'

const lines = (text: string) => text.trimEnd().split('\n')
const long = 'A sentence that says little and takes its time. '.repeat(1500)

test.each([
  ['  \tindented', 'indented', '"  \\tindented"', 'indented'],
  ['one\ntwo', 'one\\ntwo', '"one\\ntwo"', '"one\\\\ntwo"'],
  ['a\u00a0b', 'a b', '"a\\u00a0b"', '"a b"'],
  ['\u00e9', 'e\u0301', '"\\u00e9"', '"e\\u0301"'],
])('blanks at ends and look-alikes are shown with escapes: %j and %j', (expected, actual, should, is) => {
  const text = textReport(brokenResult('create.adds', { expected, actual }))
  expect(text).toContain(`  - expected ${should}\n  + actual   ${is}\n`)
})

test('a long script is whole, not cut in its middle', () => {
  const repeat = Array.from(
    { length: 200 },
    (_, at) => `curl -i -X DELETE http://127.0.0.1/v1/posts/${at}`,
  ).join('\n')
  const text = textReport(brokenResult('create.adds', { repeat }), { isVerbose: true })
  expect(text.replaceAll('\n         ', '\n')).toContain(repeat)
})

test('a choice that differs is told once, with what it decides and a cut answer', () => {
  const answer = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`field ${at}`, 'text']))
  const text = textReport(differingResult({ 'create.status': 200, 'error.body': answer }))
  expect(text).toContain('\n  ≠ create.status: 201 -> 200\n')
  expect(text.match(/create\.status/g)).toHaveLength(1)
  expect(text).toContain('The status of a successful create.')
  expect(text.length).toBeLessThan(2000)
})

test('says of posts that only the list could show how their titles begin', () => {
  const known = { title: 'pu-a-00001', path: '/posts/4', curl: 'curl -X DELETE x/posts/4' }
  const unlisted = { title: 'pu-a-*', reason: 'the list could not be read' }
  const text = textReport({ ...verifyResult(), leftovers: [known, unlisted] }, { width: 200 })
  expect(text).toContain(
    'Posts of this run may be left at the provider:\n  /posts/4  pu-a-00001\n  unknown id  pu-a-*\n  the list could not be read\n  remove curl',
  )
})

test('says once why posts are left, with what their titles have and ten of their ids', () => {
  const reason = 'not removed, because it is Monday'
  const leftovers = Array.from({ length: 18 }, (_, at) => ({
    title: 'pubcdfghjipaco a',
    path: `/posts/${at}`,
    reason,
  }))
  const text = textReport(verifyResult({ leftovers: [...leftovers, { title: 'b', reason: 'unclear' }] }))
  expect(text).toContain(
    `  18 posts with pubcdfghj: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … and 8 more posts\n  ${reason}\n  unknown id  b\n`,
  )
})

test('says of a run that came to no end why, and how far it came', () => {
  const failureReason = 'POST /posts answered 503. Check that it is running. Send fewer with --rate 5.'
  const choices = choiceIds.map((choice) => ({
    choice,
    verdict: 'not judged' as const,
    reason: 'Not tested in this mode.',
  }))
  const notRun = { examples: 102, of: 118, reason: 'the run did not finish it' }
  const text = textReport({ ...brokenResult('create.adds'), failureReason, choices, notRun }, { width: 200 })
  expect(text).toContain(`The run ended early: ${failureReason}`)
  expect(text).toContain('16 of 17 clauses held so far, 102 of 118 examples not run')
  expect(text).not.toContain('Not tested in this mode.')
})

test('is at most ten lines where all holds, with many notes too', () => {
  const notes = Array.from({ length: 20 }, (_, at) => `Note ${at} ${long.slice(0, 300)}`)
  const text = textReport(verifyResult({ notes }))
  expect(lines(text).length).toBeLessThanOrEqual(10)
  expect(text).toContain('… and 19 more notes: --verbose')
})

test('lists every clause and every choice, and whole notes, where it is verbose', () => {
  const note = `Note ${long.slice(0, 300)}end`
  const text = textReport(verifyResult({ notes: [note] }), { isVerbose: true, width: 1000 })
  expect(text).toMatch(/held +read\.missing .*404\. 3×/)
  expect(text).toMatch(/held +create\.status/)
  expect(text).toContain(note)
})

test('tells a root cause on one screen: what is wrong, document, exchange, both sides, commands', () => {
  const text = textReport(brokenResult('list.all'), { width: 120 })
  expect(text).toMatchInlineSnapshot(`
    "BROKEN  http://127.0.0.1/v1 breaks list.all of the interface document.

    ✗ Post 8 is not in the list
      list.all the document says "Clients can list all posts and read one post by its identifier." [create/plain]
      → POST /posts {"title":"Hello","content":"World"}
      ← 201 {"id":8,"title":"Hello","content":"World"}
      → GET /posts
      ← 200 [{"id":7,"title":"Other","content":"Text"}]
      - expected {"id":8,"title":"Hello","content":"World"}
      + actual   not listed
      repeat curl -i -X POST http://127.0.0.1/v1/posts -H 'content-type: application/json' --data-raw '{"title":"Hello","content":"World"}'
      replay npx posts-understudy verify http://127.0.0.1/v1 --only create/plain

    1 clause broken, 16 of 17 clauses held, 34 of 34 choices as in default, 2 requests in 1.2 s.
    Every clause and choice: --verbose.

    BROKEN  http://127.0.0.1/v1 breaks list.all of the interface document.
    Exit code 1.
    "
  `)
})

test('tells the longest order of concurrent requests that fits, and what fits nowhere after it', () => {
  const text = textReport(brokenResult('read.ok', stale), { width: 120 })
  expect(text).toContain(
    [
      '  1. → (0 to 3.5 ms) PUT /posts/8',
      '  ← 200 done',
      '  2. → (1.5 to 3 ms) GET /posts/8',
      '  ← 200 new',
      '  ✗ → (3.3 to 4 ms) GET /posts/8',
      '  ← 200 old fits nowhere after them',
    ].join('\n'),
  )
})

test.each([80, 120, 40])('at %i columns no line but a command or a long word is wider', (width) => {
  const finding = {
    expected: long,
    actual: long.slice(9),
    about: `the content of post 8 is not ${'x'.repeat(90)}`,
  }
  const wide = lines(textReport(brokenResult('create.adds', finding), { width })).filter(
    (line) => line.length > width && !/^ {2}(?:repeat|replay) |^ *\S+$/.test(line),
  )
  expect(wide).toEqual([])
})

test('shows the first finding, and counts the others', () => {
  const result = brokenResult('list.all')
  const findings = [8, 9].map((id) => findingOf('list.all', { about: `post ${id} is not in the list` }))
  const clauses = result.clauses.map((each) =>
    each.verdict === 'broken' ? { ...each, findings, more: 38 } : each,
  )
  const text = textReport({ ...result, clauses })
  expect(text).toContain('Post 8 is not in the list')
  expect(text).toContain('39 more findings of this clause')
})

test('a summary in Markdown is the same text, in a fence that no text of a provider ends', () => {
  const text = markdownReport(brokenResult('list.all', { actual: '````\n# <b>Evil</b>' }))
  expect(text).toMatch(/^## posts-understudy\n\n`{5}\nBROKEN /)
  expect(text.match(/^`{5,}/gm)).toEqual(['`````', '`````'])
})

test('sets off with colours nothing but words, which take no room', () => {
  const style = (_kind: string, text: string) => `\u001b[31m${text}\u001b[39m`
  const coloured = textReport(brokenResult('list.all'), { style })
  expect(stripVTControlCharacters(coloured)).toBe(textReport(brokenResult('list.all')))
})

test('a list that is too long to be shown is told by its ids, so that one sees which is missing', () => {
  const posts = [3, 4, 5, 7, 9, 9].map((id) => ({ id, title: 'A title', content: 'A content' }))
  const exchanges = [exchange('GET /posts', 200, JSON.stringify(posts))]
  expect(textReport(brokenResult('list.all', { exchanges }))).toContain('← 200 6 posts, id 3, 4, 5, 7, 9, 9')
})

const headline = (result: VerifyResult) => textReport(result, { width: 500 }).split('\n')[0]

test('HELD says in the first line how many examples were not run, and why; BROKEN needs none of them', () => {
  const reason = 'POST /posts answered 507'
  const result = verifyResult({ notRun: { examples: 33, of: 98, reason } })
  expect(headline(result)).toContain(`33 of 98 examples not run (${reason}).`)
  expect(junitReport(result)).toContain('33 of 98 examples not run')
  expect(headline({ ...result, verdict: 'broken', exitCode: 1 })).not.toContain('not run')
})

test('HELD says in the first line that posts may be left, unless the run was told to leave them', () => {
  const leftovers = Array(700).fill({ title: 'pu-1', path: '/posts/1' })
  expect(headline(verifyResult({ leftovers }))).toContain('700 posts of this run may be left')
  const mode = { profile: 'default', readOnly: false, without: ['delete'] as const, accepted: [] }
  expect(headline(verifyResult({ leftovers, mode }))).not.toContain('may be left')
})

test('says of a provider like the mock how many choices were checked', () => {
  const held = verifyResult()
  const [, ...others] = held.choices
  const all = held.choices.length
  const open = { choice: 'create.status', verdict: 'not judged' } as const
  const conforms = 'conforms to the interface document and the profile default'
  expect(headline(held)).toContain(`${conforms} (${all} of ${all} choices checked).`)
  expect(headline({ ...held, choices: [open, ...others] })).toContain(
    `${conforms} (${all - 1} of ${all} choices checked).`,
  )
})
