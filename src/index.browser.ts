import { wordSeeder } from '../handlers/seed/word-seeder.ts'
import { createMock, type PostsMock, type PostsMockOptions } from './mock/mock.ts'

export * from './mock/public.ts'

/**
 * Makes a mock of the posts service for a page. It is `createPostsMock` of Node but for the seeded posts, which are
 * drawn from a small list of words, so that no page loads faker: hand over `posts` made in Node to see the same ones.
 *
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID`
 * @example
 * const mock = createPostsMock({ baseUrl: '/v1' })
 * await setupWorker(...mock.handlers).start()
 */
export function createPostsMock(options: PostsMockOptions = {}): PostsMock {
  return createMock(options, wordSeeder)
}
