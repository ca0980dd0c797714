import { counted } from '../../handlers/choices/kinds.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { Fidelity } from '../fidelity/tally.ts'
import type { FidelityResult } from '../fidelity.ts'
import { leftoversText } from './exchange-text.ts'
import { clip, firstLines, firstNotes, headedTable, joinParts, plural } from './layout.ts'
import { type Style, unstyled } from './style.ts'

const tierNames = {
  documented: 'documented requests',
  odd: 'odd input',
  beside: 'other requests',
} as const

/**
 * How similar a mock is to a provider, as text: the share of equal replies, by tier, and the differences.
 *
 * @example
 * process.stdout.write(fidelityReport(await measureFidelity({ url, profile })))
 */
export function fidelityReport(given: FidelityResult, style: Style = unstyled): string {
  const result = visibleData(given)
  const { url, fidelity, failureReason } = result
  const parts = [
    failureReason === undefined
      ? ''
      : `${style('bad', 'NOT MEASURED')}  ${style('strong', url)} could not be measured.\n${failureReason}`,
    fidelity ? `${style('strong', url)}\n${fidelityText(fidelity, style)}` : '',
    ...sessionParts(result, style),
  ]
  return joinParts(parts)
}

/** The leftovers, notes, and cost of a run. */
export function sessionParts(
  {
    leftovers,
    notes,
    requests,
    duration,
  }: Pick<FidelityResult, 'leftovers' | 'notes' | 'requests' | 'duration'>,
  style: Style,
): string[] {
  return [
    leftoversText(leftovers, style),
    ...firstNotes(notes).map((note) => `${style('faint', 'note')}  ${note}`),
    `${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s.`,
  ]
}

export function fidelityText(
  { seed, replies, same, broken, tiers, misses }: Fidelity,
  style: Style = unstyled,
): string {
  const end = misses.length === 0 ? '.' : '; the differences:'
  const shares = tiers.map(
    (each) => `${tierNames[each.tier]} ${percent(each.same, each.replies)} of ${counted(each.replies)}`,
  )
  const head = `Fidelity ${style('strong', percent(same, replies))} of ${counted(replies)} replies (seed ${seed})${end}`
  const columns = ['times', 'operation', 'what', 'mock', 'provider', 'request']
  const rows = misses.map(({ times, operation, about, mock, provider, choice, exchange: { request } }) => [
    counted(times),
    operation === 'beside' ? 'other' : operation,
    choice === undefined ? about : `${about} (${choice})`,
    clip(mock, 40),
    clip(provider, 40),
    style('faint', clip(`${request.method} ${request.path} ${request.body ?? ''}`.trimEnd(), 60)),
  ])
  const table =
    misses.length === 0 ? [] : firstLines(headedTable(columns, rows, style).split('\n'), 'differences')
  const rest =
    broken === 0
      ? []
      : [
          `Not compared: ${broken === 1 ? '1 reply that breaks' : `${counted(broken)} replies that break`} the interface document (5xx, incomplete post).`,
        ]
  return [head, ...table, `By kind: ${shares.join('; ')}.`, ...rest].join('\n')
}

/** A share with one decimal; 100 % only without differences. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return 'none'
  const share = Math.floor((1000 * part) / whole) / 10
  return `${share === 100 ? '100' : share.toFixed(1)} %`
}
