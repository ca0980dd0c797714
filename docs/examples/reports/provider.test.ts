import { textReport, verifyProvider } from 'posts-understudy/contracts'
import { expect, test } from 'vitest'

test('the posts service is as the mock says', { timeout: 300_000 }, async ({ signal }) => {
  const result = await verifyProvider({ url: 'https://staging.example.com/v1', signal })
  expect(result.exitCode, textReport(result)).toBe(0)
})
