import './supported-node.ts'
import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as plainTest,
  type TestType,
} from '@playwright/test'
import { endTest, nameOf } from './playwright/end-test.ts'
import {
  createPlaywrightPosts,
  type PlaywrightPosts,
  type PlaywrightPostsOptions,
} from './playwright/playwright-posts.ts'

export type { UnhandledRequest } from './node/listener.ts'
export type { PlaywrightPosts, PlaywrightPostsOptions } from './playwright/playwright-posts.ts'

/** Options of {@link test}, in `use` of a configuration (`defineConfig<PostsTestOptions>`) or by `test.use`. */
export interface PostsTestOptions {
  /** The options of each test's mock; all have defaults. */
  postsOptions: PlaywrightPostsOptions
}

/** The fixtures of {@link test}. */
export interface PostsFixtures extends PostsTestOptions {
  /** The mock of this test: it answers the requests of this test's pages only. */
  mock: PlaywrightPosts
}

/** Playwright's `test` with {@link PostsFixtures}. */
export type PostsTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & PostsFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

/**
 * Playwright's `test` with a separate mock for every test, also for tests that run at the same time: initial posts, no
 * faults, an empty journal. The mock answers in the test process, by `context.route`, without a server. Service workers are
 * blocked, because a route does not see their requests. API requests (`request`, `page.request`) go to the network: send them
 * to `await mock.serve()`. A failed test has the journal and the posts in its report.
 *
 * Navigations go to the network. Playwright answers preflights, and permits everything if there is any route. A body that is
 * a stream is not visible and counts as empty. The fault `truncated` shortens the body, but does not break the connection.
 *
 * The options come from `use: { postsOptions }` in the configuration or from `test.use({ postsOptions })`.
 *
 * @example
 * import { expect } from '@playwright/test'
 * import { test } from 'posts-understudy/playwright'
 *
 * test('deletes a post', async ({ page, mock }) => {
 *   await page.goto('/')
 *   await page.getByRole('button', { name: 'Delete' }).first().click()
 *   await mock.journal.waitFor('delete')
 *   expect(mock.posts.count).toBe(24)
 * })
 */
export const test: PostsTest = plainTest.extend<PostsFixtures>({
  serviceWorkers: 'block',
  postsOptions: [{}, { option: true }],
  mock: async ({ postsOptions }, use, testInfo) => {
    const { posts, close } = createPlaywrightPosts(postsOptions, nameOf(testInfo))
    await use(posts)
    await endTest(testInfo, await close(), posts)
  },
  context: async ({ context, mock }, use) => {
    await mock.listen(context)
    await use(context)
  },
})

/**
 * Creates a {@link test} with additional options for its mocks. They override those of the configuration.
 *
 * @example
 * const test = createPostsTest({ baseUrl: 'https://api.example.com/v1', posts: 3, strict: true })
 */
export function createPostsTest(options: PlaywrightPostsOptions): PostsTest {
  return test.extend<PostsTestOptions>({
    postsOptions: ({ postsOptions }, use) => use({ ...postsOptions, ...options }),
  })
}
