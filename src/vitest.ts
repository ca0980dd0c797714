import './supported-node.ts'
import type { TestAPI } from 'vitest'
import * as vitest from 'vitest'
import { UnderstudyError } from '../handlers/model/errors.ts'
import { toRepeat } from './mock/any-profile.ts'
import { record } from './mock/environment.ts'
import { type Scope, scopes } from './node/listener.ts'
import { type PostsSetup, type SetupPostsOptions, setupPostsIn } from './node/setup-posts.ts'

/** The fixtures of {@link test}. */
export interface PostsFixtures {
  /** The mock of this test: it answers the requests of this test only. */
  mock: PostsSetup
  /** The options of the mock; all have defaults. */
  postsOptions: SetupPostsOptions
}

/** Vitest's `test` with {@link PostsFixtures}. */
export type PostsTest = TestAPI<PostsFixtures>

declare module 'vitest' {
  interface ProvidedContext {
    /** The options of every test's mock: `provide: { postsOptions: { baseUrl: '/v1' } }` in the configuration. */
    postsOptions: SetupPostsOptions
  }
}

const scopeOf = new WeakMap<PostsSetup, Scope>()

if (!('aroundEach' in vitest))
  throw new UnderstudyError(
    'OPTION_INVALID',
    'Failed to load posts-understudy/vitest: it needs Vitest 4.1 or newer. Update Vitest, or use `setupPosts` of posts-understudy/node with beforeAll, afterEach and afterAll.',
  )

// Hooks and the test share the scope of the test's mock, whichever uses the mock first.
vitest.aroundEach(async (runTest, { mock }: Partial<PostsFixtures>) => {
  const scope = mock && scopeOf.get(mock)
  await (scope ? scopes.run(scope, runTest) : runTest())
})

/**
 * Vitest's `test` with a separate mock for every test, also for tests that run at the same time: initial posts, no
 * faults, an empty journal. It answers requests of fetch and any other HTTP client. In strict mode a request beyond
 * the interface document fails the test. A failed test shows its requests.
 *
 * The options come from `provide: { postsOptions }` in the configuration, from {@link createPostsTest} for a file,
 * from
 * `test.override({ postsOptions })` for a `describe`.
 *
 * @example
 * import { expect } from 'vitest'
 * import { test } from 'posts-understudy/vitest'
 *
 * test('deletes a post', async ({ mock }) => {
 *   await fetch('https://api.example.com/v1/posts/1', { method: 'DELETE' })
 *   expect(mock.posts.count).toBe(24)
 * })
 */
export const test: PostsTest = vitest.test.extend<PostsFixtures>({
  postsOptions: [{}, { injected: true }],
  mock: [
    async ({ postsOptions, task, onTestFailed }, use) => {
      const scope: Scope = { listeners: [] }
      const mock = setupPostsIn(postsOptions, scope, task.fullName).listen()
      scopeOf.set(mock, scope)
      // Without `isolate` this module, and so its hook above, runs only for the first test file.
      scopes.enterWith(scope)
      onTestFailed(async ({ task }) => {
        // Vitest does not accept annotations after a test has failed.
        const error = task.result?.errors?.at(-1)
        if (!error) return
        const texts = [mock.journal.text, await toRepeat(mock.world)]
        const told = texts.filter(Boolean).map((text) => `\n\n${text}`)
        error.message += told.join('')
        // Of errors with the same stack only the first is printed.
        if (error.stack) error.stack += told.join('')
      })
      await use(mock)
      const { fails = false, result, fullName } = task
      let hasFailed = true
      try {
        await mock.close()
        hasFailed = result?.state === 'fail'
      } finally {
        if (result?.state !== 'skip') record({ kind: 'test', test: fullName, passed: hasFailed === fails })
      }
    },
    { auto: true },
  ],
})

/**
 * Creates a {@link test} with additional options for its mocks. They override those of the configuration.
 *
 * @example
 * const test = createPostsTest({ baseUrl: 'https://api.example.com/v1', posts: 3, strict: true })
 *
 * test('lists the posts', async () => {
 *   expect(await (await fetch('https://api.example.com/v1/posts')).json()).toHaveLength(3)
 * })
 */
export function createPostsTest(options: SetupPostsOptions): PostsTest {
  return test.extend<Pick<PostsFixtures, 'postsOptions'>>({
    postsOptions: ({ postsOptions }, use) => use({ ...postsOptions, ...options }),
  })
}
