import { visibleData } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { fit, longestPage } from './fit.ts'
import { htmlPage, type RunFacts } from './html-page.ts'
import { verdictWord, viewOf } from './verify-view.ts'

/**
 * A verification as one self-contained HTML page for the provider's developers: without scripts, at most 300 kB.
 *
 * @example
 * await writeFile('verify.html', htmlReport(result, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function htmlReport(result: VerifyResult, facts: RunFacts): string {
  return fit(
    visibleData(result),
    (fitting) =>
      htmlPage(`${verdictWord(fitting).text}: ${fitting.url}`, viewOf(fitting, true), visibleData(facts)),
    longestPage,
  )
}
