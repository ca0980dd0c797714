import { test as plainTest } from '@playwright/test'
import { endTest, type TestWith, withPlainMistakes } from './playwright/end-test.ts'
import {
  createPlaywrightPosts,
  type PlaywrightPosts,
  type PlaywrightPostsOptions,
} from './playwright/playwright-posts.ts'

export type { UnhandledRequest } from './node/listener.ts'
export type { PlaywrightPosts, PlaywrightPostsOptions } from './playwright/playwright-posts.ts'
export type { ServedPostsOptions } from './playwright/served/open-world.ts'
export type { ServedPosts } from './playwright/served/served-posts.ts'
export {
  createServedPostsTest,
  type ServedPostsFixtures,
  type ServedPostsTest,
} from './playwright/served/served-test.ts'

/** What can be set for {@link test}, in `use` of a configuration (`defineConfig<PostsTestOptions>`) or by `test.use`. */
export interface PostsTestOptions {
  /** What each test's mock is made of; every option has a default. */
  postsOptions: PlaywrightPostsOptions
}

/** What {@link test} has beside Playwright's own fixtures. */
export interface PostsFixtures extends PostsTestOptions {
  /** The test's own mock: it answers the requests of this test's pages, and of no other test. */
  mock: PlaywrightPosts
}

/** Playwright's `test` with {@link PostsFixtures}. */
export type PostsTest = TestWith<PostsFixtures>

/**
 * Playwright's `test`, in which every test has a posts service of its own: fresh posts, no faults, an empty journal, also
 * among tests that run at the same time. It is answered in the test's process, by `context.route`, with no server and no
 * service worker (they are blocked, as no route sees what passes through one). What `request` and `page.request` send below
 * the base URL is answered by the same mock. A test that fails has the journal and the posts in its report.
 *
 * Navigations go to the network as ever. Preflights are answered by Playwright, which permits everything where any route is
 * set. A body that is a stream cannot be seen and counts as none. The fault `truncated` ends the text, not the connection.
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
    const {
      posts: mock,
      close,
      problems,
    } = await withPlainMistakes(() => createPlaywrightPosts(postsOptions))
    await use(mock)
    await close()
    await endTest(testInfo, problems(), () => [mock.journal.requests, mock.snapshot()])
  },
  context: async ({ context, mock, baseURL }, use) => {
    await mock.listen(context, baseURL)
    await use(context)
  },
  request: async ({ request, mock, baseURL }, use) => {
    await mock.listen(request, baseURL)
    await use(request)
  },
})

/**
 * Makes a {@link test} whose mocks have options of their own, on top of those of the configuration.
 *
 * @example
 * const test = createPostsTest({ baseUrl: 'https://api.example.com/v1', posts: 3, strict: true })
 */
export function createPostsTest(options: PlaywrightPostsOptions): PostsTest {
  return test.extend<PostsTestOptions>({
    postsOptions: ({ postsOptions }, use) => use({ ...postsOptions, ...options }),
  })
}
