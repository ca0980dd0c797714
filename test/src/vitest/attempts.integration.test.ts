import { beforeAll, expect, test } from 'vitest'
import { runVitestProject, type VitestRun } from '../../support/vitest-project.ts'

/** Tests under drawn answers, with no, one and five retries. */
const suite = `
  import { describe, expect } from 'vitest'
  import { completeProfile } from 'posts-understudy'
  import { createPostsTest } from 'posts-understudy/vitest'
  const test = createPostsTest({ profile: 'any', seed: 3 })
  const url = 'http://localhost/v1/posts'
  const headers = { 'content-type': 'application/json' }
  const create = () => fetch(url, { method: 'POST', headers, body: '{"title":"a","content":"b"}' })
  describe.each([0, 1, 5])('%i', (retry) => {
    const attempts = []
    test('passes at the second attempt', { retry }, async ({ mock }) => {
      await create()
      attempts.push(JSON.stringify(mock.profile))
      expect(attempts.length).toBe(2)
      expect(attempts[0]).toBe(attempts[1])
    })
    test('never passes', { retry }, async () => {
      await create()
      expect.unreachable()
    })
    test('needs a path with the id 26', { retry }, async () => {
      expect((await create()).headers.get('location')).toBe('/v1/posts/26')
    })
    test('reads the profile itself', { retry }, async ({ mock }) => {
      expect(mock.profile).toEqual(completeProfile())
    })
  })`

let run: VitestRun
beforeAll(async () => {
  run = await runVitestProject({ 'retry.test.js': suite })
})

/** What the failures of a test print, in the order of its attempts: the choices of the answers, each list once. */
function printedBy(test: string): string[][] {
  const failures = run.output.split('FAIL  retry.test.js > ').filter((text) => text.startsWith(test))
  const printed = new Set(failures.map((text) => /profile: (.*)/.exec(text)?.[1] ?? '{}'))
  return [...printed].map((answers) => Object.keys(JSON.parse(answers)))
}

test('the first retry repeats the answers: a flaky test passes', () => {
  expect(run.output.match(/[✓×] passes at .+?(?= \d)/g)).toEqual([
    '× passes at the second attempt',
    '✓ passes at the second attempt',
    '✓ passes at the second attempt',
  ])
})

test('further retries leave out one answer each, and print those that are left', () => {
  expect(printedBy('0 > needs')).toHaveLength(1)
  expect(printedBy('1 > needs')).toHaveLength(1)
  expect(printedBy('5 > needs')).toEqual([
    ['create.status', 'create.location', 'id.assignment'],
    ['create.location', 'id.assignment'],
    ['id.assignment'],
  ])
})

test('an attempt that passes without an answer that matters fails', () => {
  expect(run.output).toContain(
    'The test passes without id.assignment. As it failed twice before, this attempt fails too.',
  )
  expect(run.output).toContain('10 failed | 2 passed')
})

test('of a test that fails with every answer none is left', () => {
  expect(printedBy('5 > never').at(-1)).toEqual([])
  expect(run.output).toContain('No answer drawn with seed 3 changed a reply.')
})

test('answers that change no reply may matter nevertheless', () => {
  const [before = [], after = []] = printedBy('5 > reads')
  expect(before).toEqual([])
  expect(after.length).toBeGreaterThan(10)
})
