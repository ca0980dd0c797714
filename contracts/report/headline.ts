import type { NotRun } from '../verify/not-run.ts'
import type { OperationResult, VerifyResult } from '../verify/result.ts'
import { clip, plural } from './layout.ts'
import { sharedReasonsOf } from './not-judged.ts'
import { type Style, unstyled } from './style.ts'
import { kindText } from './trace-text.ts'

const colours = { held: 'good', broken: 'bad', differs: 'warn', 'not judged': 'bad' } as const

/** Of the reason in the first line, in characters. */
const longestReason = 120

/** The verdict in a line, and why the run ended early, if it did. */
export function headline(result: VerifyResult, style: Style = unstyled): string {
  const { verdict, failureReason } = result
  const early = failureReason === undefined ? '' : `\nThe run ended early: ${failureReason}`
  const reason = verdict === 'not judged' ? `\n${failureReason ?? 'Nothing was tested.'}` : early
  const remedies = verdict === 'broken' ? result.notes.filter(isRemedy).map((note) => `\n${note}`) : []
  return verdictLine(result, style) + reason + remedies.join('')
}

/** Whether a note says what to try before a fault is believed; it stands before the fault. */
export function isRemedy(note: string): boolean {
  return note.startsWith('Writes took') && note.includes('--settle')
}

/** The first line of the headline. */
export function verdictLine(result: VerifyResult, style: Style = unstyled): string {
  const { url, mode } = result
  return `${word(result, style)}  ${style('strong', url)} ${what(result)}.${leftOutText(mode)}${untestedText(result)}${leftText(result)}`
}

/** The last line of a log: the verdict again. */
export function lastLine(result: VerifyResult, style: Style = unstyled): string {
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  const named =
    broken.length === 0 ? '' : ` (${broken.slice(0, 4).join(', ')}${broken.length > 4 ? ', …' : ''})`
  const left = untested(result).map(({ count, what }) => `${count} ${what}`)
  const part = left.length > 0 ? ` (${left.join(', ')})` : ''
  return `${word(result, style)}${named}${part}, exit code ${result.exitCode}`
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
      return mode.profile === undefined
        ? 'conforms to the interface document'
        : `conforms to the interface document, and ${noneDiffers(choices)}`
    case 'broken':
      return `breaks ${plural(broken, 'clause')} of the interface document${differing > 0 ? `, and ${differs}` : ''}`
    case 'differs':
      return `conforms to the interface document, but ${differs}`
    case 'not judged':
      return 'could not be judged'
  }
}

/** That no choice differs, and how many were checked. */
function noneDiffers(choices: VerifyResult['choices']): string {
  const checked = choices.filter(({ verdict }) => verdict === 'held').length
  const rest = choices.length - checked
  return `no choice differs (${checked} checked${rest > 0 ? `, ${rest} not checked` : ''})`
}

/** The operations that the verdict is not about, for the first line. */
function leftOutText({ only, readOnly, without }: VerifyResult['mode']): string {
  if (only !== undefined) return ` Only ${only} was run.`
  if (without.includes('create')) return ' Left out: create, and therefore replace and delete.'
  const left = without.length > 0 ? ` Left out: ${without.join(' and ')}.` : ''
  return readOnly ? ' Read only: create, replace and delete were left out.' : left
}

/** What was not tested, for the first line. */
function untestedText(result: VerifyResult): string {
  const left = untested(result).map(({ count, what, why }) => `${count} ${what} (${why})`)
  return left.length > 0 ? ` Only part of it was tested: ${left.join(', ')}.` : ''
}

/** Posts of the run that stay although nothing was found wrong, for the first line. */
function leftText({ verdict, mode, leftovers }: VerifyResult): string {
  const isMeant = mode.without.includes('delete')
  if (leftovers.length === 0 || isMeant || (verdict !== 'held' && verdict !== 'differs')) return ''
  return ` ${plural(leftovers.length, 'post')} of this run may be left at the provider.`
}

/** What weakens a verdict of no fault; a fault needs none of it. */
function untested({ verdict, notRun, operations }: VerifyResult) {
  if (verdict !== 'held' && verdict !== 'differs') return []
  const refused = operations.filter(isOftenRefused).map((operation) => ({
    count: refusedCount(operation),
    what: 'refused',
    why: statusesOf(operation),
  }))
  if (!notRun) return refused
  return [
    { count: notRunCount(notRun), what: 'not run', why: clip(notRun.reason, longestReason) },
    ...refused,
  ]
}

/** Whether an operation succeeded, but a tenth of its ordinary requests were refused. */
function isOftenRefused(operation: OperationResult): boolean {
  const refused = refusals(operation)
  return !operation.isLeftOut && operation.accepted > 0 && refused * 9 >= operation.accepted
}

function refusedCount(operation: OperationResult): string {
  const refused = refusals(operation)
  return `${refused} of ${plural(operation.accepted + refused, operation.operation)}`
}

function statusesOf({ refused }: OperationResult): string {
  return `status ${Object.keys(refused).join(', ')}`
}

function refusals({ refused }: OperationResult): number {
  return Object.values(refused).reduce((sum, count) => sum + count, 0)
}

function notRunCount({ examples, of }: NotRun): string {
  return `${examples} of ${plural(of, 'example')}`
}

/** The limitations of a verdict, worst first. */
export function weaknesses(result: VerifyResult): string[] {
  const { failureReason, mode, operations, sequences, notRun } = result
  const failure = sequences?.failure
  return [
    ...(failureReason === undefined ? [] : [`The run ended early: ${failureReason}`]),
    ...(mode.readOnly ? ['Create, replace and delete were left out: this run only read.'] : []),
    ...(mode.without.length > 0 ? [`Left out on purpose: ${mode.without.join(', ')}.`] : []),
    ...operations.flatMap(neverDone),
    ...sharedReasonsOf(result),
    ...(notRun ? [`${notRunCount(notRun)} not run: ${notRun.reason}.`] : []),
    ...operations
      .filter(isOftenRefused)
      .map((each) => `${refusedCount(each)} were refused with ${statusesOf(each)}.`),
    ...(failure && failure.kind !== 'deterministic'
      ? [`One fault is not deterministic (${kindText(failure)}).`]
      : []),
  ]
}

function neverDone({ operation, accepted, refused, isLeftOut }: OperationResult): string[] {
  const statuses = Object.keys(refused)
  if (isLeftOut || accepted > 0 || statuses.length === 0) return []
  return [`No ${operation} succeeded: it answered ${statuses.join(', ')}.`]
}
