import type { NotRun } from '../verify/not-run.ts'
import type { OperationResult, VerifyResult } from '../verify/result.ts'
import { clip, plural } from './layout.ts'
import { type Style, unstyled } from './style.ts'
import { kindText } from './trace-text.ts'

const colours = { held: 'good', broken: 'bad', differs: 'warn', 'not judged': 'bad' } as const

/** Of the reason in the first line, in characters. */
const longestReason = 120

/** The verdict in a line, and why the run ended early, if it did. */
export function headline(result: VerifyResult, style: Style = unstyled): string {
  const { url, verdict, failureReason, mode } = result
  const early = failureReason === undefined ? '' : `\nThe run ended early: ${failureReason}`
  const reason = verdict === 'not judged' ? `\n${failureReason ?? 'Nothing was tested.'}` : early
  return `${word(result, style)}  ${style('strong', url)} ${what(result)}.${leftOutText(mode)}${notRunText(result)}${reason}`
}

/** The last line of a log: the verdict again. */
export function lastLine(result: VerifyResult, style: Style = unstyled): string {
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  const named =
    broken.length === 0 ? '' : ` (${broken.slice(0, 4).join(', ')}${broken.length > 4 ? ', …' : ''})`
  const left = isWeakened(result) ? ` (${notRunCount(result.notRun)} not run)` : ''
  return `${word(result, style)}${named}${left}, exit code ${result.exitCode}`
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
        ? 'conforms to the interface document'
        : 'conforms to the interface document and answers like the profile'
    case 'broken':
      return `breaks ${plural(broken, 'clause')} of the interface document${differing > 0 ? `, and ${differs}` : ''}`
    case 'differs':
      return `conforms to the interface document, but ${differs}`
    case 'not judged':
      return 'could not be judged'
  }
}

/** The operations that the verdict is not about, for the first line. */
function leftOutText({ readOnly, without }: VerifyResult['mode']): string {
  if (without.includes('create')) return ' Left out: create, and therefore replace and delete.'
  const left = without.length > 0 ? ` Left out: ${without.join(' and ')}.` : ''
  return readOnly ? ' Read only: create, replace and delete were left out.' : left
}

/** The examples that were not run, for the first line: a fault needs none of them. */
function notRunText(result: VerifyResult): string {
  if (!isWeakened(result)) return ''
  const { notRun } = result
  const was = notRun.examples === 1 ? 'was' : 'were'
  return ` Only part of it was tested: ${notRunCount(notRun)} ${was} not run (${clip(notRun.reason, longestReason)}).`
}

function isWeakened(result: VerifyResult): result is VerifyResult & { readonly notRun: NotRun } {
  const { verdict, notRun } = result
  return notRun !== undefined && (verdict === 'held' || verdict === 'differs')
}

function notRunCount({ examples, of }: NotRun): string {
  return `${examples} of ${plural(of, 'example')}`
}

/** The limitations of a verdict, worst first. */
export function weaknesses(result: VerifyResult): string[] {
  const { failureReason, mode, operations, clauses, sequences, leftovers, notRun } = result
  const open = clauses.filter(({ verdict, reason }) => verdict === 'not judged' && reason !== undefined)
  const failure = sequences?.failure
  return [
    ...(failureReason === undefined ? [] : [`The run ended early: ${failureReason}`]),
    ...(mode.readOnly ? ['Create, replace and delete were left out: this run only read.'] : []),
    ...(mode.without.length > 0 ? [`Left out on purpose: ${mode.without.join(', ')}.`] : []),
    ...operations.flatMap(neverDone),
    ...(open.length > 0
      ? [
          `${plural(open.length, 'clause')} could not be tested: ${open.map(({ clause }) => clause).join(', ')}.`,
        ]
      : []),
    ...(notRun ? [`${notRunCount(notRun)} not run: ${notRun.reason}.`] : []),
    ...(failure && failure.kind !== 'deterministic'
      ? [`One fault is not deterministic (${kindText(failure)}).`]
      : []),
    ...(leftovers.length > 0
      ? [`${plural(leftovers.length, 'post')} of this run may be left at the provider.`]
      : []),
  ]
}

function neverDone({ operation, accepted, refused, isLeftOut }: OperationResult): string[] {
  const statuses = Object.keys(refused)
  if (isLeftOut || accepted > 0 || statuses.length === 0) return []
  return [`No ${operation} succeeded: it answered ${statuses.join(', ')}.`]
}
