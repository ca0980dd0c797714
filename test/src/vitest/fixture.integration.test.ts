import { beforeAll, describe, expect, test } from 'vitest'
import { runVitestProject, type VitestRun } from '../../support/vitest-project.ts'

// What a fixture does to the outcome of a test shows only from outside of the run.

test('the last request of a test is answered, by its own mock, though the test ends', async () => {
  const { code, output } = await runVitestProject({
    'fixture.test.ts': `
      import { afterEach, expect } from 'vitest'
      import { test } from 'posts-understudy/vitest'
      const url = 'https://api.example.com/v1/posts/3'
      const late: Promise<number>[] = []
      afterEach(() => {})
      test('sends and waits', async ({ mock }) => {
        void fetch(url, { method: 'DELETE' })
        await mock.journal.waitFor('delete')
      })
      test('sends, and ends', () => {
        late.push(fetch(url, { method: 'DELETE' }).then(({ status }) => status))
      })
      test('hangs, and ends', async ({ mock }) => {
        mock.faults.next('read', 'timeout')
        void fetch(url)
        await expect.poll(() => mock.faults.settings.next.length).toBe(0)
      })
      test('another', async ({ mock }) => {
        await new Promise((done) => setTimeout(done, 300))
        expect(await Promise.all(late)).toEqual([204])
        expect(mock.posts.count).toBe(25)
        expect(mock.journal.requests).toEqual([])
      })`,
  })
  expect(output).not.toMatch(/Unhandled|FAIL|Error/)
  expect(code).toBe(0)
})

describe('in a project with tests that pass and fail', () => {
  let run: VitestRun
  beforeAll(async () => {
    run = await runVitestProject({
      'fails.test.ts': `
        import { expect } from 'vitest'
        import { test } from 'posts-understudy/vitest'
        test('fails', async ({ mock }) => {
          mock.faults.next('read', 'network-error')
          await fetch('http://localhost/v1/posts/1').catch(() => {})
          await fetch('http://localhost/v1/posts?page=2')
          const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"a"}' }
          expect((await fetch('http://localhost/v1/posts', init)).status).toBe(201)
        })
        test('passes', async () => {
          await fetch('http://localhost/v1/posts/777')
        })
        test('fails while it waits', async ({ mock }) => {
          mock.faults.next('list', 'timeout')
          void fetch('http://localhost/v1/posts').catch(() => {})
          await expect.poll(() => mock.faults.settings.next).toEqual([])
          expect.unreachable()
        })
        test('fails without a request', () => expect.unreachable())
        test('plans more faults than there are requests', async ({ mock }) => {
          mock.faults.next('any', { status: 503 }, 3)
          await fetch('http://localhost/v1/posts/1')
        })`,
      'strict.test.ts': `
        import { createPostsTest } from 'posts-understudy/vitest'
        const test = createPostsTest({ strict: true, onWarning: () => {} })
        test('stays within', async () => {
          await fetch('http://localhost/v1/posts')
        })
        test('leaves it', async () => {
          await fetch('http://localhost/v1/posts?page=2')
        })
        test('stays within again', async () => {
          await fetch('http://localhost/v1/posts')
        })`,
      'any.test.ts': `
        import { createPostsTest } from 'posts-understudy/vitest'
        const test = createPostsTest({ profile: 'any', seed: 3 })
        test.for(['one', 'other'])('draws %s', async (_name, { mock, expect }) => {
          console.log('PROFILE ' + JSON.stringify(mock.profile))
          await fetch('http://localhost/v1/posts', { method: 'POST' })
          expect.unreachable()
        })`,
      'rivals.test.ts': `
        import { expect } from 'vitest'
        import { test } from 'posts-understudy/vitest'
        const asked = Promise.withResolvers<void>()
        const both = Promise.withResolvers<void>()
        const sentByNobody = asked.promise.then(() => fetch('http://localhost/v1/posts'))
        test.concurrent('one', async ({ expect }) => {
          await both.promise
          asked.resolve()
          await expect(sentByNobody).rejects.toMatchObject({ cause: { code: 'TEST_UNKNOWN' } })
        })
        test.concurrent('other', async () => {
          both.resolve()
          await sentByNobody.catch(() => {})
        })`,
    })
  })

  test('the tests fail that should, and no other', () => {
    expect(run.output.match(/FAIL {2}.*/g)?.sort()).toEqual([
      'FAIL  any.test.ts > draws one',
      'FAIL  any.test.ts > draws other',
      'FAIL  fails.test.ts > fails',
      'FAIL  fails.test.ts > fails while it waits',
      'FAIL  fails.test.ts > fails without a request',
      'FAIL  strict.test.ts > leaves it',
    ])
    expect(run.output).toContain('6 failed | 6 passed')
    expect(run.code).toBe(1)
  })

  test('a test that fails shows its requests', () => {
    expect(run.output).toContain(
      [
        'AssertionError: expected 400 to be 201 // Object.is equality',
        '',
        'The posts mock got 3 requests:',
        '  GET /posts/1 -> no reply',
        '  GET /posts?page=2 -> 200; outside the interface: the request has query parameters',
        '  POST /posts {"title":"a"} -> 400 {"status":400,"title":"Bad Request","detail":"The field \\"content\\" is required."',
      ].join('\n'),
    )
    expect(run.output).toContain('The posts mock got one request:\n  GET /posts -> waiting')
    expect(run.output).toContain('The posts mock got no request.')
    expect(run.output).not.toContain('GET /posts/777')
  })

  test('each test has its own drawn answers, and a failure prints those that repeat it', () => {
    expect(new Set(run.output.match(/PROFILE {.+/g)).size).toBe(2)
    expect(run.output.match(/Seed 3 drew answers\. To repeat them: profile: {/g)?.length).toBeGreaterThan(1)
  })

  test('a test says which planned fault no request met, and what left the interface in strict mode', () => {
    expect(run.output).toContain(
      '[posts-understudy] No request met the planned fault any {"status":503} before the test ended. Wait for the request,',
    )
    expect(run.output).toContain('GET http://localhost/v1/posts?page=2: the request has query parameters')
  })
})
