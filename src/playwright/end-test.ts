import type { TestInfo } from '@playwright/test'
import { journalText } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostsMock } from '../index.ts'

/**
 * Ends a test: attaches the requests and the posts of the mock to the report if the test failed, and throws the problems that
 * the mock found, as one error.
 */
export async function endTest(
  testInfo: TestInfo,
  problems: readonly Error[],
  mock: Pick<PostsMock, 'journal' | 'snapshot'>,
): Promise<void> {
  if (problems.length === 0 && testInfo.status === testInfo.expectedStatus) return
  const { requests } = mock.journal
  await testInfo.attach('posts journal', { body: journalText(requests), contentType: 'text/plain' })
  const body = stringifyJson(mock.snapshot())
  await testInfo.attach('posts snapshot', { body, contentType: 'application/json' })
  if (problems.length === 0) return
  const error = new Error(problems.map(({ message }) => message).join('\n'))
  // Its stack does not lead to the user's code.
  throw Object.assign(error, { name: 'UnderstudyError', stack: '' })
}
