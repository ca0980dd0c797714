import { createMock, type PostsMock, type PostsMockOptions } from './mock/mock.ts'

export * from './mock/public.ts'

/**
 * Creates a mock of the posts service for a page: `createPostsMock` of Node without its check of the Node version.
 *
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID`
 * @example
 * const mock = createPostsMock({ baseUrl: '/v1' })
 * await setupWorker(...mock.handlers).start()
 */
export function createPostsMock(options: PostsMockOptions = {}): PostsMock {
  return createMock(options)
}
