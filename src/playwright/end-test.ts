import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestInfo,
  TestType,
} from '@playwright/test'
import { type JournalEntry, journalText } from '../../handlers/journal/journal-entry.ts'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Snapshot } from '../../handlers/store/snapshot.ts'

/** Playwright's `test` with further fixtures. */
export type TestWith<Fixtures> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

type State = readonly [requests: readonly JournalEntry[], snapshot: Snapshot]

/**
 * Ends a test: attaches the requests and the posts of the mock to the report if the test failed, and throws the problems.
 *
 * @param problems found by the mock.
 * @param state called only if it is needed.
 */
export async function endTest(
  testInfo: TestInfo,
  problems: readonly Error[],
  state: () => State | Promise<State>,
): Promise<void> {
  if (problems.length === 0 && testInfo.status === testInfo.expectedStatus) return
  const [requests, snapshot] = await state()
  await testInfo.attach('posts journal', { body: journalText(requests), contentType: 'text/plain' })
  await testInfo.attach('posts snapshot', { body: stringifyJson(snapshot), contentType: 'application/json' })
  if (problems.length > 0) throw asOne(problems)
}

/** Combines the problems in one error. It has a stack only if the stack leads to the user's code. */
function asOne(problems: readonly Error[]): Error {
  const [only, ...others] = problems
  if (only && others.length === 0 && !isUnderstudyError(only)) return only
  const all = new Error(problems.map(({ message }) => message).join('\n'))
  return Object.assign(all, { name: only?.name ?? all.name, stack: '' })
}

/**
 * Runs a function, and removes the stack of an UnderstudyError: the report would show our code for a mistake in the user's
 * options.
 */
export async function withPlainMistakes<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw isUnderstudyError(error) ? Object.assign(error, { stack: '' }) : error
  }
}
