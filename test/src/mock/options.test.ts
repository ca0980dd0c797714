import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'
import { createPlaywrightPosts } from '../../../src/playwright/playwright-posts.ts'

// Each host hands on what is the mock's own, so one refusal serves them all.
test.each([
  ['createPostsMock', createPostsMock],
  ['createPlaywrightPosts', createPlaywrightPosts],
])('%s refuses an option that there is not, and names those there are', (_name, create) => {
  expect(() => create({ delay: 100 } as object)).toThrow(
    'Failed to create a posts mock: unknown option "delay". Options: baseUrl, posts, seed, profile, credentials, latency, strict, onWarning, journalLimit, now, timers.',
  )
})

test('an option may be given as undefined', () => {
  expect(createPostsMock({ posts: 3, seed: undefined } as object).posts.count).toBe(3)
})
