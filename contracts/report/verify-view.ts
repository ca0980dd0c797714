import { choiceIds, choices } from '../../handlers/choices.ts'
import { clauseIds, clauses } from '../spec/clauses.ts'
import type { VerifyResult } from '../verify/result.ts'
import { type Block, paragraph, type Section, toned } from './block.ts'
import { brokenClauses, causeSection } from './cause.ts'
import { fitSections } from './client-fit.ts'
import { leftoverSections } from './leftovers.ts'
import { answerText, changeText, clip, firstOf, plural } from './text.ts'
import { verdictSection } from './verdict.ts'

const tones = {
  held: 'good',
  broken: 'bad',
  differs: 'warn',
  observed: 'faint',
  'not judged': 'faint',
} as const

/**
 * What every report of a verification says: the verdict, each root cause with its evidence and the commands that
 * repeat it, differences, posts that are left, notes and counts.
 * @param isVerbose adds every clause and every choice, longer texts, and all notes.
 */
export function viewOf(result: VerifyResult, isVerbose: boolean): Section[] {
  return [
    verdictSection(result),
    ...brokenClauses(result).map((broken) => causeSection(broken, result, isVerbose)),
    ...fitSections(result.clients ?? []),
    ...differenceSections(result, isVerbose),
    ...(isVerbose ? [everySection(result)] : []),
    ...leftoverSections(result.leftovers, result.mode.without.includes('delete')),
    runSection(result, isVerbose),
  ]
}

/** Each choice that differs and what it decides. */
function differenceSections({ choices: all, verdict, mode }: VerifyResult, isVerbose: boolean): Section[] {
  const differing = all.filter(
    (each) => each.verdict === 'differs' && (isVerbose || !mode.accepted.includes(each.choice)),
  )
  if (differing.length === 0) return []
  const advice = paragraph('"posts-understudy calibrate" writes a profile with the answers of the provider.')
  const rows = differing.map(({ choice, expected, actual, reason }) => {
    const change = changeText(expected, actual, reason)
    const text = [toned('strong', choice), `: ${change}\n${choices[choice].about}`]
    return paragraph(text, toned('warn', '≠'))
  })
  // Broken clauses are more important.
  return [
    { heading: 'The profile -> the provider:', blocks: verdict === 'broken' ? rows : [...rows, advice] },
  ]
}

/** Every clause and every choice, with the number of observations or the answer, or why it was not judged. */
function everySection(result: VerifyResult): Section {
  const row = (verdict: keyof typeof tones, id: string, text: string, fact = '') =>
    paragraph(
      [toned('strong', id.padEnd(longestId)), `  ${text} `, toned('faint', fact)],
      toned(tones[verdict], verdict.padEnd('not judged'.length + 1)),
    )
  const ofClauses = result.clauses.map(({ clause, verdict, observations, reason }) =>
    row(verdict, clause, clauses[clause].statement, reason ? firstLine(reason) : `${observations}×`),
  )
  const ofChoices = result.choices.map(({ choice, verdict, actual, expected, reason }) => {
    const unlike = verdict === 'differs' ? `, not ${answerText(expected)}` : ''
    return row(verdict, choice, reason ? firstLine(reason) : answerText(actual) + unlike)
  })
  return { heading: [toned('strong', 'Clauses and choices')], blocks: [...ofClauses, ...ofChoices] }
}

const longestId = Math.max(...[...clauseIds, ...choiceIds].map((id) => id.length))

/** Without the command, which the beginning of a report has. */
function firstLine(reason: string): string {
  return reason.split('\n', 1).join('')
}

/** How many notes are shown, and how many characters of each. */
const shownNotes = { brief: { most: 2, characters: 150 }, verbose: { most: 15, characters: 600 } }

/** What is to be known about the run: notes, counts, costs. */
function runSection(result: VerifyResult, isVerbose: boolean): Section {
  const { notes, command } = result
  const { most, characters } = shownNotes[isVerbose ? 'verbose' : 'brief']
  const texts = notes.map((note) => clip(note, characters))
  const told = firstOf(texts, isVerbose ? 'notes' : 'notes: --verbose', most)
  return {
    ...(isVerbose ? { heading: [toned('strong', 'This run')] } : {}),
    blocks: [
      ...told.map((note) => paragraph(note, toned('faint', 'note'))),
      ...acceptedBlocks(result),
      paragraph(countsText(result, isVerbose)),
      paragraph(costText(result)),
      ...(isVerbose ? [{ kind: 'code', label: 'command', code: command } as const] : []),
    ],
  }
}

function countsText({ clauses, choices, verdict }: VerifyResult, isVerbose: boolean): string {
  const held = clauses.filter((each) => each.verdict === 'held').length
  if (verdict === 'not judged')
    return held === 0
      ? 'No clause was tested.'
      : `Until the run ended, nothing was wrong in ${held} of ${clauses.length} clauses.`
  const counts = (what: string, results: readonly { readonly verdict: string }[]) => {
    const groups = [...Map.groupBy(results, ({ verdict }) => verdict)]
    const parts = groups.map(([verdict, some]) => `${some.length} ${verdict}`)
    return parts.length > 0 ? [`${what}: ${parts.join(', ')}.`] : []
  }
  const isOpen = [...clauses, ...choices].some(({ verdict }) => verdict === 'not judged')
  const advice = isOpen && !isVerbose ? ['Why: --verbose.'] : []
  return [...counts('Clauses', clauses), ...counts('Choices', choices), ...advice].join(' ')
}

function costText({ requests, duration, sequences, pact }: VerifyResult): string {
  const more =
    sequences && `, ${plural(sequences.sequences, 'sequence')} (--seed ${sequences.seed} repeats them)`
  const ofPact =
    pact &&
    ` Pact's verifier accepted ${pact.accepted} of ${plural(pact.accepted + pact.refused.length, 'interaction')}.`
  return `${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s${more ?? ''}.${ofPact ?? ''}`
}

/** What was accepted before the run, and what of it held. */
function acceptedBlocks({ mode: { accepted }, clauses, choices }: VerifyResult): Block[] {
  if (accepted.length === 0) return []
  const held = [...clauses, ...choices].filter(({ verdict }) => verdict === 'held')
  const ids: readonly string[] = held.map((each) => ('clause' in each ? each.clause : each.choice))
  const fixed = accepted.filter((each) => ids.includes(each))
  const advice = fixed.length > 0 ? ` Held, and no longer to accept: ${fixed.join(', ')}.` : ''
  return [paragraph(`Accepted: ${accepted.join(', ')}.${advice}`)]
}
