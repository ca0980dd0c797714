import type { TestInfo } from '@playwright/test'
import { journalText } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { drawnText } from '../mock/any-profile.ts'
import type { PostsMock } from '../mock/mock.ts'
import { recordTest } from '../mock/recorder.ts'

/** The name of a test in a recording, such as "[chromium] > posts.spec.ts > the list > shows the titles". */
export function nameOf({ titlePath, project: { name } }: TestInfo): string {
  return [...(name ? [`[${name}]`] : []), ...titlePath].join(' > ')
}

/**
 * Ends a test: records its outcome, attaches the requests and the posts of the mock to the report if it failed, and throws the
 * problems that the mock found, as one error.
 */
export async function endTest(
  testInfo: TestInfo,
  problems: readonly Error[],
  mock: Pick<PostsMock, 'journal' | 'snapshot' | 'world'>,
): Promise<void> {
  const { status, expectedStatus } = testInfo
  const [first] = [...testInfo.errors, ...problems]
  const outcome = problems.length > 0 && status === 'passed' ? 'failed' : status
  if (status !== 'skipped')
    recordTest(nameOf(testInfo), outcome === expectedStatus ? undefined : (first?.message ?? ''))
  if (problems.length === 0 && status === expectedStatus) return
  const { requests } = mock.journal
  await testInfo.attach('posts journal', { body: journalText(requests), contentType: 'text/plain' })
  const body = stringifyJson(mock.snapshot())
  await testInfo.attach('posts snapshot', { body, contentType: 'application/json' })
  const drawn = await drawnText(mock.world)
  if (drawn) await testInfo.attach('posts profile', { body: drawn, contentType: 'text/plain' })
  if (problems.length === 0) return
  const error = new Error(problems.map(({ message }) => message).join('\n'))
  // Its stack does not lead to the user's code.
  throw Object.assign(error, { name: 'UnderstudyError', stack: '' })
}
