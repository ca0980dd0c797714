import { test as plainTest } from '@playwright/test'
import { endTest, type TestWith, withPlainMistakes } from '../end-test.ts'
import { openServedWorld, type ServedPostsOptions } from './open-world.ts'
import type { ServedPosts } from './served-posts.ts'

/** The fixtures of {@link createServedPostsTest}. */
export interface ServedPostsFixtures {
  /** The world of this test on the server. */
  mock: ServedPosts
  /** The server, and the initial state of each test. */
  servedPostsOptions: ServedPostsOptions
}

/** Playwright's `test` with {@link ServedPostsFixtures}. */
export type ServedPostsTest = TestWith<ServedPostsFixtures>

/**
 * Creates a `test` whose pages use a running `posts-understudy serve`, with a separate world for each test: requests
 * of pages to the server get the header `X-Understudy-World`; API requests need it from you: `{ headers:
 * { 'x-understudy-world': mock.world } }`. The world is deleted after the test. For tests that need a real
 * connection, such as for incomplete replies, and tests that also run against the real service.
 *
 * @throws UnderstudyError in each test: `OPTION_INVALID`, `BASE_URL_INVALID`, `PROVIDER_UNREACHABLE`
 * @example
 * const test = createServedPostsTest({ server: 'http://127.0.0.1:4010/v1' })
 *
 * test('says that the posts cannot be reached', async ({ page, mock }) => {
 *   await mock.faults.offline()
 *   await page.goto('/')
 *   await expect(page.getByRole('alert')).toBeVisible()
 * })
 */
export function createServedPostsTest(options: ServedPostsOptions): ServedPostsTest {
  return plainTest.extend<ServedPostsFixtures>({
    serviceWorkers: 'block',
    servedPostsOptions: [options, { option: true }],
    mock: async ({ servedPostsOptions }, use, testInfo) => {
      const {
        posts: mock,
        problems,
        close,
      } = await withPlainMistakes(() => openServedWorld(servedPostsOptions))
      await use(mock)
      try {
        const state = async () => [await mock.journal.requests(), await mock.snapshot()] as const
        await endTest(testInfo, await problems(), state)
      } finally {
        await close()
      }
    },
    context: async ({ context, mock }, use) => {
      await mock.listen(context)
      await use(context)
    },
  })
}
