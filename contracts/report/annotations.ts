import { visibleData } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { headline } from './headline.ts'
import { clip } from './layout.ts'
import { testCasesOf } from './test-cases.ts'

/** GitHub shows at most so many for one step. */
const mostAnnotations = 10

/**
 * A verification as GitHub annotations: an error for each broken clause, a warning for each choice that differs,
 * except known ones.
 */
export function githubAnnotations(result: VerifyResult): string {
  const visible = visibleData(result)
  const failing = testCasesOf(visible).flatMap(({ suite, id, failure }) =>
    failure === undefined ? [] : [line(suite === 'clauses' ? 'error' : 'warning', id, failure)],
  )
  const lines = visible.verdict === 'not judged' ? [line('error', 'not judged', headline(visible))] : failing
  return lines
    .slice(0, mostAnnotations)
    .map((each) => `${each}\n`)
    .join('')
}

function line(level: 'error' | 'warning', title: string, message: string): string {
  return `::${level} title=posts-understudy ${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(clip(message, 500))}`
}

/** Escapes line ends and percent signs for a workflow command. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
