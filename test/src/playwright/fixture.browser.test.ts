import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumHere } from '../../support/browser/page-test.ts'
import { type Outcome, runSpecs, type SpecsRun } from './specs/run-specs.ts'
import { type App, startApp } from './specs/start-app.ts'

// What a fixture does to the outcome of a test shows only from outside of the run.

let app: App
let run: SpecsRun

beforeAll(async () => {
  app = await startApp()
  run = await runSpecs(chromiumHere(), app.origin)
})

afterAll(async () => {
  await app?.close()
})

test.each(['answers', 'requests', 'faults'])('all of %s.spec.ts pass', (file) => {
  const own = run.outcomes.filter((outcome) => outcome.file === file)
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter(({ passed }) => !passed)).toEqual([])
})

test('no request went past the mock but those that were let go', () => {
  expect([...app.stray].sort()).toEqual(['GET /v2/posts/1?near', 'GET /v2/posts/1?near'])
})

test('a request to an address nearly one of the posts is warned of once', () => {
  expect(run.output.match(/\S+\/v2\/posts\/1 looks like a request for posts/g)).toHaveLength(1)
})

test('nothing is attached to a test that passes', () => {
  const passing = run.outcomes.filter(({ passed }) => passed)
  expect(passing.filter(({ attachments }) => Object.keys(attachments).length > 0)).toEqual([])
})

describe('of the tests that fail', () => {
  const failed = (title: string): Outcome => {
    const found = run.outcomes.find((outcome) => outcome.file === 'failing' && outcome.title === title)
    if (!found) throw new Error(`Expected a test "${title}" in: ${run.output}`)
    return found
  }

  test('one has its requests and posts in the report', () => {
    const { errors, attachments } = failed('fails')
    expect(errors).toHaveLength(1)
    expect(attachments['posts journal']).toBe(
      [
        'The posts mock got 2 requests:',
        '  POST /posts {"title":"far","content":""} -> 201',
        '  GET /posts/1 -> no reply',
      ].join('\n'),
    )
    expect(attachments['posts snapshot']).toContain('{"id":9007199254740993,"title":"far","content":""}')
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
    const { errors, passed } = failed(title)
    expect(passed).toBe(false)
    expect(errors).toEqual([expect.stringMatching(pattern)])
  })
})
