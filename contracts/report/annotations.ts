import { visibleData } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { headline } from './headline.ts'
import { testCasesOf } from './test-cases.ts'
import { clip, firstOf } from './text.ts'

/** GitHub shows at most so many for one step. */
const mostAnnotations = 10

/**
 * A verification as GitHub annotations: an error for each broken clause, a warning for each choice that differs,
 * except known ones.
 */
export function githubAnnotations(result: VerifyResult): string {
  const visible = visibleData(result)
  if (visible.verdict === 'not judged') return annotation('error', 'not judged', headline(visible))
  const failing = testCasesOf(visible).flatMap(({ suite, id, failure }) =>
    failure === undefined ? [] : [annotation(suite === 'clauses' ? 'error' : 'warning', id, failure)],
  )
  return failing.slice(0, mostAnnotations).join('')
}

/** An annotation with the first lines of a message, each clipped: clipping escapes line ends. */
function annotation(level: 'error' | 'warning', title: string, message: string): string {
  const lines = message.split('\n').map((each) => clip(each, 200))
  const text = firstOf(lines, 'lines', 12).join('\n').replaceAll('%', '%25').replaceAll('\n', '%0A')
  return `::${level} title=posts-understudy ${title}::${text}\n`
}
