import type { VerifyResult } from '../verify/result.ts'
import { plural } from './layout.ts'
import { type Style, unstyled } from './style.ts'

const colours = { held: 'good', broken: 'bad', differs: 'warn', 'not judged': 'bad' } as const

/** The verdict in a line, and what weakens it. */
export function headline(result: VerifyResult, style: Style = unstyled): string {
  const { url, verdict, failureReason, mode } = result
  const early = failureReason === undefined ? '' : `\nThe run came to no end: ${failureReason}`
  const reason = verdict === 'not judged' ? `\n${failureReason ?? 'Nothing was judged.'}` : early
  return `${word(result, style)}  ${style('strong', url)} ${what(result)}.${leftOutText(mode)}${reason}`
}

/** The verdict once more, for those who see the end of a log alone. */
export function lastLine(result: VerifyResult, style: Style = unstyled): string {
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  const named =
    broken.length === 0 ? '' : ` (${broken.slice(0, 4).join(', ')}${broken.length > 4 ? ', …' : ''})`
  return `${word(result, style)}${named}, exit code ${result.exitCode}`
}

/** The verdict as a word; KNOWN where a baseline accepts all that is wrong. */
export function verdictWord({ verdict, exitCode, baseline }: VerifyResult): string {
  const isKnown = baseline !== undefined && exitCode === 0 && verdict !== 'held'
  return isKnown ? 'KNOWN' : verdict.toUpperCase()
}

function word(result: VerifyResult, style: Style): string {
  const text = verdictWord(result)
  return style(text === 'KNOWN' ? 'warn' : colours[result.verdict], text)
}

function what({ verdict, clauses, choices, mode }: VerifyResult): string {
  const broken = clauses.filter((each) => each.verdict === 'broken').length
  const differing = choices.filter((each) => each.verdict === 'differs').length
  const differs = `differs from the profile in ${plural(differing, 'choice')}`
  switch (verdict) {
    case 'held':
      return mode.documentOnly
        ? 'keeps the interface document'
        : 'keeps the interface document and answers like the profile'
    case 'broken':
      return `breaks ${plural(broken, 'clause')} of the interface document${differing > 0 ? `, and ${differs}` : ''}`
    case 'differs':
      return `keeps the interface document, and ${differs}`
    case 'not judged':
      return 'could not be judged'
  }
}

/** What the verdict is not about; it stands in the first line, so that nobody takes a part for the whole. */
function leftOutText({ readOnly, without }: VerifyResult['mode']): string {
  if (without.includes('create')) return ' Left out: create, and with it replace and delete.'
  const left = without.length > 0 ? ` Left out: ${without.join(' and ')}.` : ''
  return readOnly ? ' Read only: create, replace and delete were left out.' : left
}
