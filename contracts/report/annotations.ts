import { visibleData } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { headline } from './headline.ts'
import { clip, firstLines } from './layout.ts'
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
  return `::${level} title=posts-understudy ${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(shortened(message))}`
}

/** A few lines of a message, each clipped: clipping escapes line ends. */
function shortened(message: string): string {
  const lines = message.split('\n').map((each) => clip(each, 200))
  return firstLines(lines, 'lines', 12).join('\n')
}

/** Escapes line ends and percent signs for a workflow command. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
