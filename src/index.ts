import './supported-node.ts'
import { createMock, type PostsMock, type PostsMockOptions } from './mock/mock.ts'

export * from './mock/public.ts'

/**
 * Creates a mock of the posts service with a store, a profile, MSW handlers, faults and a journal.
 *
 * @param options see {@link PostsMockOptions}; all have defaults.
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`, `BASE_URL_INVALID`
 * @example
 * const mock = createPostsMock({ baseUrl: 'https://api.example.com/v1', posts: 3 })
 * const response = await mock.fetch('https://api.example.com/v1/posts/1')
 */
export function createPostsMock(options: PostsMockOptions = {}): PostsMock {
  return createMock(options)
}
