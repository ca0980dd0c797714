import { test as plainTest } from '@playwright/test'
import { endTest, type TestWith, withPlainMistakes } from '../end-test.ts'
import { openServedWorld, type ServedPostsOptions } from './open-world.ts'
import type { ServedPosts } from './served-posts.ts'

/** What the `test` of {@link createServedPostsTest} has beside Playwright's own fixtures. */
export interface ServedPostsFixtures {
  /** The test's own world on the server. */
  mock: ServedPosts
  /** Where the server is, and how each test begins. */
  servedPostsOptions: ServedPostsOptions
}

/** Playwright's `test` with {@link ServedPostsFixtures}. */
export type ServedPostsTest = TestWith<ServedPostsFixtures>

/**
 * Makes a `test` whose pages talk to a running `posts-understudy serve`, each test to a world of its own there: the requests
 * to the server, and no others, get the header `X-Understudy-World`. The world is dropped when the test is over. For what
 * only a real connection shows, such as a reply that breaks off, and for what shall run against the real service as well.
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
    context: async ({ context, mock, baseURL }, use) => {
      await mock.listen(context, baseURL)
      await use(context)
    },
    request: async ({ request, mock, baseURL }, use) => {
      await mock.listen(request, baseURL)
      await use(request)
    },
  })
}
