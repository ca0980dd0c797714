import type { VerifyResult } from '../verify/result.ts'
import { toReproduce } from '../wire/failure.ts'
import { type Block, paragraph, type Section, type Toned, toned } from './block.ts'
import { clip, plural } from './text.ts'

const tones = { held: 'good', broken: 'bad', differs: 'warn', 'not judged': 'bad' } as const

/** Of a reason in the first line, in characters. */
const longestReason = 120

/** The beginning of a report: the verdict in a sentence, with what it leaves out, and why the run ended early. */
export function verdictSection(result: VerifyResult): Section {
  const sentences = [`${judgement(result)}.`, ...leftOut(result.mode), ...weaknesses(result)]
  return {
    heading: [verdictWord(result), '  ', toned('strong', result.url), ` ${sentences.join(' ')}`],
    blocks: endBlocks(result),
  }
}

/** The verdict as a word; ACCEPTED where all that is wrong is accepted. */
export function verdictWord({ verdict, exitCode }: VerifyResult): Toned {
  const isAccepted = exitCode === 0 && verdict !== 'held'
  return isAccepted ? toned('warn', 'ACCEPTED') : toned(tones[verdict], verdict.toUpperCase())
}

function judgement({ verdict, clauses, choices, clients = [], mode: { profile } }: VerifyResult): string {
  const broken = clauses.flatMap((each) => (each.verdict === 'broken' ? [each.clause] : []))
  const differing = choices.filter((each) => each.verdict === 'differs').length
  const checked = choices.filter((each) => each.verdict === 'held').length
  const broke = clients.filter(({ breaks }) => breaks.length > 0).map(({ client }) => client)
  const differs =
    profile === undefined
      ? `breaks ${broke.join(', ')}`
      : `differs from the profile ${profile} in ${plural(differing, 'choice')}`
  switch (verdict) {
    case 'held':
      return profile === undefined
        ? 'conforms to the interface document'
        : `conforms to the interface document and the profile ${profile} (${checked} of ${choices.length} choices checked)`
    case 'broken':
      return `breaks ${broken.join(', ')} of the interface document${differing + broke.length > 0 ? `, and ${differs}` : ''}`
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

/** What weakens a verdict of no fault: examples that were not run, and posts that may be left. */
function weaknesses({ verdict, notRun, leftovers, mode }: VerifyResult): string[] {
  if (verdict !== 'held' && verdict !== 'differs') return []
  const isLeft = leftovers.length > 0 && !mode.without.includes('delete')
  const untested =
    notRun &&
    `Only part of it was tested: ${notRun.examples} of ${notRun.of} examples not run (${clip(notRun.reason, longestReason)}).`
  return [
    ...(untested === undefined ? [] : [untested]),
    ...(isLeft ? [`${plural(leftovers.length, 'post')} of this run may be left at the provider.`] : []),
  ]
}

/** Why the run ended early or judged nothing, and the command that shows it again. */
function endBlocks({ verdict, failureReason }: VerifyResult): Block[] {
  if (failureReason === undefined) return verdict === 'not judged' ? [paragraph('Nothing was tested.')] : []
  const [reason = '', command] = failureReason.split(`\n${toReproduce}`)
  return [
    paragraph(verdict === 'not judged' ? reason : `The run ended early: ${reason}`),
    ...(command === undefined ? [] : [{ kind: 'code', label: toReproduce.trim(), code: command } as const]),
  ]
}
