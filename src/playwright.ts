import './supported-node.ts'
import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as plainTest,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import { stringifyJson } from '../handlers/model/json.ts'
import { toRepeat } from './mock/any-profile.ts'
import { record } from './mock/environment.ts'
import {
  createPlaywrightPosts,
  type PlaywrightPosts,
  type PlaywrightPostsOptions,
} from './playwright/playwright-posts.ts'

export type { UnhandledRequest } from './mock/unhandled.ts'
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

/** The name of a test in a recording, such as "[chromium] > posts.spec.ts > the list > shows the titles". */
function nameOf({ titlePath, project: { name } }: TestInfo): string {
  return [...(name ? [`[${name}]`] : []), ...titlePath].join(' > ')
}

/**
 * Ends a test: records its outcome, attaches the requests and the posts of the mock to the report if it failed, and throws the
 * problems that the mock found, as one error.
 */
async function endTest(testInfo: TestInfo, problems: readonly Error[], mock: PlaywrightPosts): Promise<void> {
  const { status, expectedStatus } = testInfo
  const outcome = problems.length > 0 && status === 'passed' ? 'failed' : status
  if (status !== 'skipped')
    record({ kind: 'test', test: nameOf(testInfo), passed: outcome === expectedStatus })
  if (problems.length === 0 && status === expectedStatus) return
  await testInfo.attach('posts journal', { body: mock.journal.text, contentType: 'text/plain' })
  const body = stringifyJson(mock.world.store.snapshot())
  await testInfo.attach('posts snapshot', { body, contentType: 'application/json' })
  const repeat = await toRepeat(mock.world)
  if (repeat) await testInfo.attach('posts profile', { body: repeat, contentType: 'text/plain' })
  if (problems.length === 0) return
  const error = new Error(problems.map(({ message }) => message).join('\n'))
  // Its stack does not lead to the user's code.
  throw Object.assign(error, { name: 'UnderstudyError', stack: '' })
}

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
