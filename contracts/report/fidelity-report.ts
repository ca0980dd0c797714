import { counted } from '../../handlers/choices/kinds.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { Fidelity } from '../fidelity/fidelity-run.ts'
import type { FidelityResult } from '../fidelity.ts'
import { leftoversText } from './exchange-text.ts'
import { alignTable, clip, firstLines, firstNotes, plural } from './layout.ts'
import { type Style, unstyled } from './style.ts'

const tierNames = {
  documented: 'documented requests',
  odd: 'odd input',
  beside: 'everything beside',
} as const

/**
 * How like a provider a mock is, as a text for people: the share of replies that are the same, by tier, and what differs.
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
      : `${style('bad', 'NOT MEASURED')}  ${style('strong', url)} could not be asked.\n${failureReason}`,
    fidelity ? `${style('strong', url)}\n${fidelityText(fidelity, style)}` : '',
    ...sessionParts(result, style),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** What is left, what is worth knowing, and what it cost. */
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
  const end = misses.length === 0 ? '.' : '; the rest:'
  const shares = tiers.map(
    (each) => `${tierNames[each.tier]} ${percent(each.same, each.replies)} of ${counted(each.replies)}`,
  )
  const head = `Fidelity ${style('strong', percent(same, replies))} of ${counted(replies)} replies (seed ${seed})${end}`
  const columns = ['times', 'operation', 'what', 'mock', 'provider', 'request'].map((name) =>
    style('strong', name),
  )
  const rows = misses.map(({ times, operation, about, mock, provider, choice, exchange: { request } }) => [
    counted(times),
    operation,
    choice === undefined ? about : `${about} (${choice})`,
    clip(mock, 40),
    clip(provider, 40),
    style('faint', clip(`${request.method} ${request.path} ${request.body ?? ''}`.trimEnd(), 60)),
  ])
  const table =
    misses.length === 0 ? [] : firstLines(alignTable([columns, ...rows]).split('\n'), 'differences')
  const rest =
    broken === 0
      ? []
      : [
          `Not compared: ${broken === 1 ? '1 reply' : `${counted(broken)} replies`} by which the provider breaks the document (5xx, no whole post).`,
        ]
  return [head, ...table, `By kind: ${shares.join('; ')}.`, ...rest].join('\n')
}

/** A share with one decimal; never 100.0 % where something differs. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return 'none'
  const share = Math.floor((1000 * part) / whole) / 10
  return `${share === 100 ? '100' : share.toFixed(1)} %`
}
