import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/**
 * Writes the outcome of a test run to a file as one plain line, such as `212 passed, 1 failed`.
 *
 * A test file that cannot be loaded and an error outside any test count as one failure each, so that a run which
 * fails never reads as `0 failed`. Tests that passed at the second attempt alone are named: each has a race to mend.
 */
export function tallyReporter(file: string): Reporter {
  return {
    onTestRunEnd(testModules, unhandledErrors) {
      let passed = 0
      let failed = unhandledErrors.length
      for (const testModule of testModules) {
        for (const test of testModule.children.allTests()) {
          const { state } = test.result()
          if (state === 'passed') passed += 1
          if (state === 'failed') failed += 1
          if (test.diagnostic()?.flaky) console.warn(`Passed at the second attempt: ${test.fullName}`)
        }
        failed += testModule.errors().length
        for (const suite of testModule.children.allSuites()) failed += suite.errors().length
      }
      writeFileSync(file, `${passed} passed, ${failed} failed\n`)
    },
  }
}
