import type { VerifyResult } from '../verify/result.ts'
import { plain, type Toned, toned } from './block.ts'
import { clip, plural } from './text.ts'

const tones = { held: 'good', broken: 'bad', differs: 'warn', 'not judged': 'bad' } as const

/** Of a reason in the first line, in characters. */
const longestReason = 120

/** The verdict in a sentence, and why the run ended early, if it did. */
export function headline(result: VerifyResult): string {
  return [plain(verdictLine(result)), endText(result)].join('\n').trimEnd()
}

/** Why a run ended early, or judged nothing; empty for any other. */
export function endText({ verdict, failureReason }: VerifyResult): string {
  if (verdict === 'not judged') return failureReason ?? 'Nothing was tested.'
  return failureReason === undefined ? '' : `The run ended early: ${failureReason}`
}

/** The verdict in a sentence, with what it leaves out. */
export function verdictLine(result: VerifyResult): readonly (string | Toned)[] {
  const { url, verdict, leftovers, mode } = result
  const isFaultless = verdict === 'held' || verdict === 'differs'
  const isLeft = leftovers.length > 0 && !mode.without.includes('delete')
  const limits = [
    ...leftOut(mode),
    // A fault needs none of these.
    ...(isFaultless ? untested(result) : []),
    ...(isFaultless && isLeft
      ? [`${plural(leftovers.length, 'post')} of this run may be left at the provider.`]
      : []),
  ]
  return [
    verdictWord(result),
    '  ',
    toned('strong', url),
    ` ${[`${judgement(result)}.`, ...limits].join(' ')}`,
  ]
}

/** The verdict as a word; ACCEPTED where all that is wrong is accepted. */
export function verdictWord({ verdict, exitCode }: VerifyResult): Toned {
  const isAccepted = exitCode === 0 && verdict !== 'held'
  return isAccepted ? toned('warn', 'ACCEPTED') : toned(tones[verdict], verdict.toUpperCase())
}

function judgement({ verdict, clauses, choices, mode: { profile } }: VerifyResult): string {
  const broken = clauses.flatMap((each) => (each.verdict === 'broken' ? [each.clause] : []))
  const differing = choices.filter((each) => each.verdict === 'differs').length
  const checked = choices.filter((each) => each.verdict === 'held').length
  const differs = `differs from the profile ${profile} in ${plural(differing, 'choice')}`
  switch (verdict) {
    case 'held':
      return profile === undefined
        ? 'conforms to the interface document'
        : `conforms to the interface document and the profile ${profile} (${checked} of ${choices.length} choices checked)`
    case 'broken':
      return `breaks ${broken.join(', ')} of the interface document${differing > 0 ? `, and ${differs}` : ''}`
    case 'differs':
      return `conforms to the interface document, but ${differs}`
    case 'not judged':
      return 'could not be judged'
  }
}

/** The operations that the verdict is not about. */
function leftOut({ only, readOnly, without }: VerifyResult['mode']): string[] {
  if (only !== undefined) return [`Only ${only} was run.`]
  if (without.includes('create')) return ['Left out: create, and therefore replace and delete.']
  if (readOnly) return ['Read only: create, replace and delete were left out.']
  return without.length > 0 ? [`Left out: ${without.join(' and ')}.`] : []
}

/** What of the run was not tested, which weakens a verdict of no fault. */
function untested({ notRun }: VerifyResult): string[] {
  if (!notRun) return []
  const { examples, of, reason } = notRun
  return [
    `Only part of it was tested: ${examples} of ${of} examples not run (${clip(reason, longestReason)}).`,
  ]
}
