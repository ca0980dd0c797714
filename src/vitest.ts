import { aroundEach, test as plainTest, type TestAPI } from 'vitest'
import { journalText } from '../handlers/journal/journal-text.ts'
import { enterScope, runInScope, type Scope } from './node/scope.ts'
import { type PostsSetup, type SetupPostsOptions, setupPostsIn } from './node/setup-posts.ts'

/** What {@link test} has beside Vitest's own context. */
export interface PostsFixtures {
  /** The test's own mock: it answers the requests of this test, and no other, from its beginning to its end. */
  posts: PostsSetup
  /** What the mock is made of; every option has a default. */
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

const scopes = new WeakMap<PostsSetup, Scope>()

// Hooks and the test share the scope of the test's mock, whoever of them is the first to ask for it.
aroundEach(async (runTest, { posts }: Partial<PostsFixtures>) => {
  const scope = posts && scopes.get(posts)
  await (scope ? runInScope(scope, runTest) : runTest())
})

/**
 * Vitest's `test`, in which every test has a posts service of its own: fresh posts, no faults, an empty journal, also among
 * tests that run at the same time. It answers whatever the test sends, by fetch or any other client. In strict mode a
 * test fails that went beyond the interface document, and a test that fails shows the requests that it sent.
 *
 * The options come from `provide: { postsOptions }` in the configuration, from {@link createPostsTest} for a file, from
 * `test.override({ postsOptions })` for a `describe`.
 *
 * @example
 * import { expect } from 'vitest'
 * import { test } from 'posts-understudy/vitest'
 *
 * test('deletes a post', async ({ posts }) => {
 *   await fetch('https://api.example.com/v1/posts/1', { method: 'DELETE' })
 *   expect(posts.posts.count).toBe(24)
 * })
 */
export const test: PostsTest = plainTest.extend<PostsFixtures>({
  postsOptions: [{}, { injected: true }],
  posts: [
    async ({ postsOptions, onTestFailed }, use) => {
      const scope = {}
      const posts = setupPostsIn(scope, postsOptions).listen()
      scopes.set(posts, scope)
      // Without `isolate` this module runs for the first test file only, and its hook above is missing in the others.
      enterScope(scope)
      onTestFailed(({ task }) => {
        // An annotation would be the place, but Vitest takes none once a test has failed.
        const error = task.result?.errors?.at(-1)
        if (error) error.message += `\n\n${journalText(posts.journal.requests)}`
      })
      await use(posts)
      posts.close()
    },
    { auto: true },
  ],
})

/**
 * Makes a {@link test} whose mocks have options of their own, on top of those of the configuration.
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
