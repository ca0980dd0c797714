import { defined } from '../../handlers/model/defined.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { fit } from './fit.ts'
import { verdictLine } from './headline.ts'
import type { RunFacts } from './run-facts.ts'
import { type TestCase, testCasesOf } from './test-cases.ts'

/**
 * A verification as CTRF (ctrf.io): a test for each clause and each choice, and the verdict in `extra`.
 *
 * @example
 * await writeFile('ctrf.json', ctrfReport(result, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function ctrfReport(result: VerifyResult, facts: RunFacts): string {
  return fit(visibleData(result), (fitting) => jsonFileText(build(fitting, facts)))
}

function build(result: VerifyResult, { at, by }: RunFacts) {
  const [name, version] = by.split(' ')
  const tests = testCasesOf(result).map(testOf)
  const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length
  const { verdict, exitCode, url } = result
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: by,
    timestamp: new Date(at).toISOString(),
    results: {
      tool: { name, ...defined({ version }) },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: 0,
        suites: 2,
        start: at - Math.round(result.duration),
        stop: at,
        duration: Math.round(result.duration),
      },
      tests,
      environment: { appName: url },
      extra: {
        verdict,
        exitCode,
        headline: verdictLine(result),
        ...defined({ baseline: result.baseline }),
      },
    },
  }
}

function testOf({ suite, id, name, verdict, failure, skipped, note }: TestCase) {
  const status = failure !== undefined ? 'failed' : skipped !== undefined ? 'skipped' : 'passed'
  const [message] = (failure ?? skipped ?? '').split('\n')
  return {
    name,
    status,
    // Single tests have no duration.
    duration: 0,
    suite: [suite],
    rawStatus: verdict,
    tags: [id],
    ...(message ? { message } : {}),
    ...defined({ trace: failure }),
    ...(note === undefined ? {} : { stdout: [note] }),
  }
}
