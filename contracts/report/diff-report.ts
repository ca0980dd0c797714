import type { Profile } from '../../handlers/choices/profile.ts'
import { choiceIds } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { ProfileDifference } from '../impact.ts'
import { headedTable, joinParts, plural } from './layout.ts'
import { type Style, unstyled } from './style.ts'

/** The options of {@link diffReport}. */
export interface DiffReportOptions {
  /** The names of the two profiles. */
  readonly names: readonly [from: string, to: string]
  readonly profiles: readonly [from: Profile, to: Profile]
  readonly differences: readonly ProfileDifference[]
}

/** The differences of two profiles as text: what a client notices, and the answers as a table. */
export function diffReport(options: DiffReportOptions, style: Style = unstyled): string {
  const { names, profiles, differences } = visibleData(options)
  const [from, to] = names
  if (differences.length === 0)
    return `${style('good', 'SAME')}  A client notices no difference between ${from} and ${to}.\n`
  const head = `${style('warn', 'DIFFERENT')}  A client that changes from ${from} to ${to} notices ${plural(differences.length, 'difference')}:`
  const notices = differences.map(({ notice }) => `${style('warn', '≠')} ${notice}`)
  const parts = [
    head,
    notices.join('\n'),
    answerTable(differences, names, style),
    unseen(profiles, differences),
  ]
  return joinParts(parts)
}

/** The choices with different answers that other answers hide. */
function unseen([from, to]: readonly [Profile, Profile], differences: readonly ProfileDifference[]): string {
  const seen = new Set(differences.map(({ choice }) => choice))
  const ids = choiceIds.filter((id) => !seen.has(id) && stringifyJson(from[id]) !== stringifyJson(to[id]))
  return ids.length === 0 ? '' : `Also different, but a client cannot notice it: ${ids.join(', ')}.`
}

function answerTable(
  differences: readonly ProfileDifference[],
  names: readonly [string, string],
  style: Style,
): string {
  const rows = differences.map(({ choice, from, to }) => [choice, stringifyJson(from), stringifyJson(to)])
  return headedTable(['choice', ...names], rows, style)
}
