import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'
import { setupPosts } from '../../../src/node.ts'
import { createPostsServer } from '../../../src/server.ts'

const mistyped = { baseURL: '/v1' }

test.each([
  ['createPostsMock', async () => createPostsMock(mistyped as object)],
  ['setupPosts', async () => setupPosts({ onUnhandledRequest: 'error', ...(mistyped as object) })],
  ['createPostsServer', () => createPostsServer({ port: 0, onNotice() {}, ...(mistyped as object) })],
])('%s refuses an option that it does not know', async (_name, create) => {
  await expect(create()).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringContaining('Unknown option "baseURL"'),
  })
})
