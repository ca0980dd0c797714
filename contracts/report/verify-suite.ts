import type { VerifyResult } from '../verify/result.ts'
import type { VerifyOptions } from '../verify/verify-options.ts'
import { verifyProvider } from '../verify/verify-provider.ts'
import { readProviderUrl } from '../wire/provider-url.ts'
import { headline } from './headline.ts'
import { testCasesOf, testNames } from './test-cases.ts'
import { textReport } from './text-report.ts'

/** The options of {@link verifySuite}, in addition to those of `verifyProvider`. */
export interface VerifySuiteOptions extends VerifyOptions {
  /** `describe` of Vitest, Jest or node:test. */
  readonly describe: (name: string, body: () => void) => unknown
  /** `it` or `test` of the same runner. */
  readonly it: (name: string, body: (...given: unknown[]) => Promise<void>, timeout: number) => unknown
  /** The timeout of the run, in milliseconds. Default 300 000. */
  readonly timeout?: number
}

/**
 * Declares a test for each clause, and with a profile for each choice, in a test runner. The first test verifies the provider and removes
 * the run's posts; it fails if the provider cannot be judged. Clauses and choices that were not judged are skipped;
 * in Jest, which cannot skip a running test, they pass.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`
 * @example
 * import { describe, it } from 'vitest'
 * import { verifySuite } from 'posts-understudy/contracts'
 *
 * verifySuite({ url: 'https://staging.example.com/v1', describe, it })
 */
export function verifySuite({ describe, it, timeout = 300_000, ...options }: VerifySuiteOptions): void {
  const { base } = readProviderUrl(options.url)
  let run: Promise<VerifyResult> | undefined
  // The runner's signal ends the run, which still removes its posts.
  const verified = (context: TestContext) =>
    (run ??= verifyProvider({ ...(context.signal ? { signal: context.signal } : {}), ...options }))
  const names = testNames.filter(({ suite }) => suite === 'clauses' || options.profile !== undefined)

  describe(`The posts service at ${base}`, () => {
    it(
      'can be judged',
      async (...given) => {
        const result = await verified(contextOf(given))
        if (result.verdict === 'not judged') throw failure(headline(result))
        if (result.leftovers.length > 0) throw failure(textReport({ ...result, clauses: [], choices: [] }))
      },
      timeout,
    )
    for (const { id, name } of names)
      it(
        name,
        async (...given) => {
          const context = contextOf(given)
          const found = testCasesOf(await verified(context)).find((each) => each.id === id)
          if (found?.failure !== undefined) throw failure(found.failure)
          if (found?.skipped !== undefined) context.skip?.(found.skipped)
        },
        timeout,
      )
  })
}

/** The context that Vitest and node:test pass to a test; Jest passes none. */
interface TestContext {
  readonly skip?: (reason: string) => void
  readonly signal?: AbortSignal
}

function contextOf([context]: readonly unknown[]): TestContext {
  return (context ?? {}) as TestContext
}

/** An error without a stack, which would only show this file. */
function failure(message: string): Error {
  const error = new Error(message)
  error.stack = `Error: ${message}`
  return error
}
