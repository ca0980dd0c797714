import type { TestInfo } from '@playwright/test'
import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'
import { createMockFor } from '../../../src/mock/mock.ts'
import { endTest, nameOf } from '../../../src/playwright/end-test.ts'

/** Playwright's information about a failed test, and what is attached to it. */
function failedTest(): { testInfo: TestInfo; attached: Map<string, string> } {
  const attached = new Map<string, string>()
  const testInfo = {
    titlePath: ['posts.spec.ts', 'the list', 'shows the titles'],
    project: { name: 'chromium' },
    status: 'failed',
    expectedStatus: 'passed',
    errors: [],
    attach: async (name: string, { body }: { body: string }) => void attached.set(name, body),
  }
  return { testInfo: testInfo as unknown as TestInfo, attached }
}

test('a failed test has the drawn answers that it met in its report', async () => {
  const { testInfo, attached } = failedTest()
  const mock = createMockFor({ profile: 'any', seed: 2 }, nameOf(testInfo))
  await mock.fetch('http://localhost/v1/posts/x')
  await endTest(testInfo, [], mock)
  expect(nameOf(testInfo)).toBe('[chromium] > posts.spec.ts > the list > shows the titles')
  const [, option = ''] =
    /^Seed 2 drew answers\. To repeat them: profile: (.+)$/.exec(attached.get('posts profile') ?? '') ?? []
  const again = createPostsMock({ profile: JSON.parse(option) })
  await again.fetch('http://localhost/v1/posts/x')
  expect(again.journal.requests[0]?.reply).toEqual(mock.journal.requests[0]?.reply)
  expect(Object.keys(JSON.parse(option)).sort()).toEqual(['error.body', 'id.malformed'])
})

test('without drawn answers the report has only requests and posts', async () => {
  const { testInfo, attached } = failedTest()
  await endTest(testInfo, [], createPostsMock())
  expect([...attached.keys()]).toEqual(['posts journal', 'posts snapshot'])
})
