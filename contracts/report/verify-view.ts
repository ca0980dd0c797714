import { choiceIds, choices } from '../../handlers/choices.ts'
import { clauseIds, clauses } from '../spec/clauses.ts'
import type { VerifyResult } from '../verify/result.ts'
import { toReproduce } from '../wire/failure-reason-of.ts'
import { paragraph, type Section, toned } from './block.ts'
import { brokenClauses, causeSection } from './cause.ts'
import { endText, verdictLine } from './headline.ts'
import { leftoverSections } from './leftovers.ts'
import { answerText, changeText, clip, firstOf, plural } from './text.ts'

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
  const sections = [
    headSection(result),
    ...brokenClauses(result).map((broken) => causeSection(broken, result, isVerbose)),
    differenceSection(result, isVerbose),
    ...(isVerbose ? [everySection(result)] : []),
    ...leftoverSections(result.leftovers, result.mode.without.includes('delete')),
    runSection(result, isVerbose),
  ]
  return sections.filter(({ heading, blocks }) => heading !== undefined || blocks.length > 0)
}

const none: Section = { blocks: [] }

function headSection(result: VerifyResult): Section {
  const [reason = '', command] = endText(result).split(`\n${toReproduce}`)
  const code =
    command === undefined ? [] : [{ kind: 'code', label: toReproduce.trim(), code: command } as const]
  return {
    heading: verdictLine(result),
    level: 1,
    blocks: [...(reason === '' ? [] : [paragraph(reason)]), ...code],
  }
}

/** Each choice that differs and what it decides. */
function differenceSection(result: VerifyResult, isVerbose: boolean): Section {
  const differing = result.choices.filter(
    ({ verdict, choice }) => verdict === 'differs' && (isVerbose || !result.mode.accepted.includes(choice)),
  )
  if (differing.length === 0) return none
  const advice = paragraph('"posts-understudy calibrate" writes a profile with the answers of the provider.')
  return {
    heading: 'The profile -> the provider:',
    blocks: [
      ...differing.map(({ choice, expected, actual, reason = '' }) => {
        const change =
          actual === undefined ? `${answerText(expected)} -> ${reason}` : changeText(expected, actual)
        const text = [toned('strong', choice), `: ${change}\n${choices[choice].about}`]
        return paragraph(text, toned('warn', '≠'))
      }),
      // Broken clauses are more important.
      ...(result.verdict === 'broken' ? [] : [advice]),
    ],
  }
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

/** Without `isVerbose`: how many notes are shown, and how many characters of each. */
const few = { notes: 2, characters: 150 }
/** The same otherwise. */
const many = { notes: 15, characters: 600 }

/** What is to be known about the run: notes, counts, costs. */
function runSection(result: VerifyResult, isVerbose: boolean): Section {
  const { notes, command } = result
  const accepted = acceptedText(result)
  const limit = isVerbose ? many : few
  const told = firstOf(
    notes.map((note) => clip(note, limit.characters)),
    isVerbose ? 'notes' : 'notes: --verbose',
    limit.notes,
  )
  return {
    ...(isVerbose ? { heading: [toned('strong', 'This run')] } : {}),
    blocks: [
      ...told.map((note) => paragraph(note, toned('faint', 'note'))),
      ...(accepted === undefined ? [] : [paragraph(accepted)]),
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
      : `Until the run ended, nothing was wrong in ${held} of ${clauses.length} clauses; they were tested in part.`
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
  const ofPact = pact
    ? ` Pact's verifier accepted ${pact.accepted} of ${plural(pact.accepted + pact.refused.length, 'interaction')}.`
    : ''
  const more =
    sequences === undefined
      ? ''
      : `, ${plural(sequences.sequences, 'sequence')} (--seed ${sequences.seed} repeats them)`
  return `${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s${more}.${ofPact}`
}

/** What was accepted before the run and failed, and what held; undefined where nothing was accepted. */
function acceptedText({ mode: { accepted }, clauses, choices }: VerifyResult): string | undefined {
  if (accepted.length === 0) return undefined
  const held = [
    ...clauses.filter(({ verdict }) => verdict === 'held').map(({ clause }) => clause),
    ...choices.filter(({ verdict }) => verdict === 'held').map(({ choice }) => choice),
  ]
  const fixed = accepted.filter((each) => held.includes(each))
  const advice = fixed.length > 0 ? ` Held, and no longer to accept: ${fixed.join(', ')}.` : ''
  return `Accepted: ${accepted.join(', ')}.${advice}`
}
