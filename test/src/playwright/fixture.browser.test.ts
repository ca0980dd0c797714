import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { JSONReport, JSONReportTestResult } from '@playwright/test/reporter'
import { beforeAll, expect, test } from 'vitest'
import { chromiumHere } from '../../support/browser/page-test.ts'
import { listen } from '../../support/listen.ts'
import { recordedIn } from '../../support/recorded-lines.ts'
import { repository } from '../../support/repository.ts'
import { runFolder, temporaryFolder } from '../../support/run-folder.ts'
import { runProgram } from '../../support/run-program.ts'

// What a fixture does to the outcome of a test shows only from outside of the run.

let outcomes: readonly (JSONReportTestResult & { readonly file: string; readonly title: string })[]
let output = ''
let recording = ''
/** What came past the mock to the app, whose page is all that it has. */
const stray: string[] = []

beforeAll(async () => {
  const server = createServer(({ method, url }, response) => {
    if (url === '/favicon.ico') return void response.writeHead(204).end()
    if (url !== '/' && url !== '/where/posts/7') stray.push(`${method} ${url}`)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>The app</title>')
  })
  await using app = await listen(server)
  const results = join(runFolder(), 'playwright-specs')
  const main = join(repository, 'node_modules/@playwright/test/cli.js')
  const given = [main, 'test', '--config', join(import.meta.dirname, 'specs/playwright.config.ts')]
  recording = await temporaryFolder()
  const env = {
    POSTS_UNDERSTUDY_RECORD: recording,
    CHROMIUM: JSON.stringify(chromiumHere()),
    APP: app.origin,
    OUTPUT: results,
  }
  const { stdout, stderr } = await runProgram(process.execPath, given, { env })
  output = stdout + stderr
  const { suites }: JSONReport = JSON.parse(await readFile(`${results}.json`, 'utf8'))
  outcomes = suites.flatMap(({ file, specs }) =>
    specs.flatMap(({ title, tests }) =>
      tests.flatMap((test) => test.results.map((result) => ({ file, title, ...result }))),
    ),
  )
})

function failed(title: string): JSONReportTestResult {
  const found = outcomes.find((outcome) => outcome.file === 'failing.spec.ts' && outcome.title === title)
  if (!found) throw new Error(`The test "${title}" has no outcome.`)
  return found
}

const attached = ({ attachments }: JSONReportTestResult, name: string) =>
  Buffer.from(attachments.find((each) => each.name === name)?.body ?? '', 'base64').toString()

test('those pass that should, with nothing attached, and no request goes past the mock but those let go', () => {
  const passing = outcomes.filter(({ file }) => file === 'passing.spec.ts')
  expect(passing.length).toBeGreaterThan(10)
  expect(
    passing.filter((outcome) => outcome.status !== 'passed' || attached(outcome, 'posts journal') !== ''),
  ).toEqual([])
  expect(stray).toEqual(['GET /v2/posts/1?near', 'GET /v2/posts/1?near'])
  expect(output.match(/\S+\/v2\/posts\/1 looks like a request for posts/g)).toHaveLength(1)
})

test('one that fails has its requests and posts in the report', () => {
  const outcome = failed('fails')
  expect(outcome.errors).toHaveLength(1)
  expect(attached(outcome, 'posts journal')).toBe(
    [
      'The posts mock got 2 requests:',
      '  POST /posts {"title":"far","content":""} -> 201',
      '  GET /posts/1 -> no reply',
    ].join('\n'),
  )
  expect(attached(outcome, 'posts snapshot')).toContain('{"id":9007199254740993,"title":"far","content":""}')
})

test.each([
  [
    'leaves the interface',
    /goes beyond .+\n {2}GET \S+\/v1\/posts\?page=2: the request has query parameters/,
  ],
  ['leaves the interface before a reset', /\n {2}PATCH \S+\/v1\/posts\/1: /],
  [
    'leaves the base URL',
    /^UnderstudyError: Failed to send GET \S+\/v2\/posts: it is not below the base URL/,
  ],
  ['has a wrong option', /^UnderstudyError: Failed to .+ -1/],
])('one that %s says so', (title, pattern) => {
  expect(failed(title)).toMatchObject({
    status: 'failed',
    errors: [{ message: expect.stringMatching(pattern) }],
  })
})

test('requests and outcomes are recorded with the names of the tests', () => {
  const { exchanges, tests } = recordedIn(recording)
  const test = 'failing.spec.ts > fails'
  // The last has no mock: its options are wrong. Others are expected to fail.
  expect(tests).toHaveLength(outcomes.length - 1)
  expect(tests.filter(({ passed }) => !passed)).toEqual([{ kind: 'test', test, passed: false }])
  const own = { 'id.assignment': 'beyond-2^53' }
  expect(exchanges.filter((each) => each.test === test)).toMatchObject([
    { own, entry: { operation: 'create' } },
    { own, entry: { operation: 'read', fault: 'network-error' } },
  ])
})
