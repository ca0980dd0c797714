import { type ChoiceId, choices } from '../../handlers/choices.ts'
import { toReproduce } from '../run/provider-session.ts'
import { clauses } from '../scenarios/clauses.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from '../verify/result.ts'
import { answerText, type Block, clip, paragraph, plural, type Section, type Toned, toned } from './block.ts'
import { brokenClauses, causeSection } from './cause.ts'
import { breakTexts, fitSections } from './client-fit.ts'
import { costText, leftoverSections, noteBlocks } from './run-sections.ts'

const tones = {
  held: 'good',
  broken: 'bad',
  differs: 'warn',
  observed: 'faint',
  'not judged': 'warn',
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
    ...unusualSections(result),
    ...(isVerbose ? [everySection(result)] : []),
    ...leftoverSections(result.leftovers, result.mode.without.includes('delete')),
    runSection(result, isVerbose),
  ]
}

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
  const broke = clients.filter((each) => breakTexts(each).length > 0).map(({ client }) => client)
  const document = 'the interface document'
  const all =
    profile === undefined
      ? document
      : `${document} and the profile ${profile} (${checked} of ${choices.length} choices checked)`
  const ways = [
    ...(differing > 0 ? [`differs from the profile ${profile} in ${plural(differing, 'choice')}`] : []),
    ...(broke.length > 0 ? [`breaks ${broke.join(', ')}`] : []),
  ]
  const differs = ways.join(' and ')
  const facts = {
    held: `conforms to ${all}`,
    broken: `breaks ${broken.join(', ')} of ${document}${ways.length > 0 ? `, and ${differs}` : ''}`,
    differs: `conforms to ${document}, but ${differs}`,
    'not judged': 'could not be judged',
  }
  return facts[verdict]
}

/** The operations that the verdict is not about. */
function leftOut({ only, readOnly, without }: VerifyResult['mode']): string[] {
  if (only !== undefined) return [`Only ${only} was run.`]
  if (without.includes('create')) return ['Left out: create, and therefore replace and delete.']
  if (readOnly) return ['Read only: create, replace and delete were left out.']
  return without.length > 0 ? [`Left out: ${without.join(' and ')}.`] : []
}

/** Of what is unusual, in characters. */
const longestUnusual = 300
/** Of a reason, in characters. */
const longestReason = 120

/** What weakens a verdict of no fault: examples that were not run, and posts that may be left. */
function weaknesses({ verdict, notRun, leftovers, mode }: VerifyResult): string[] {
  if (verdict !== 'held' && verdict !== 'differs') return []
  const isLeft = leftovers.length > 0 && !mode.without.includes('delete')
  const weak = [
    notRun &&
      `Only part of it was tested: ${notRun.examples} of ${notRun.of} examples not run (${clip(notRun.reason, longestReason)}).`,
    isLeft && `${plural(leftovers.length, 'post')} of this run may be left at the provider.`,
  ]
  return weak.filter((text) => typeof text === 'string')
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

/** Each choice that differs and what it decides. */
function differenceSections({ choices: all, verdict, mode }: VerifyResult, isVerbose: boolean): Section[] {
  const differing = all.filter(
    (each) => each.verdict === 'differs' && (isVerbose || !mode.accepted.includes(each.choice)),
  )
  if (differing.length === 0) return []
  const advice = paragraph('"posts-understudy calibrate" writes a profile with the answers of the provider.')
  const rows = differing.map(({ choice, expected, actual, reason }) =>
    differenceRow(
      choice,
      answerText(expected),
      reason === undefined ? answerText(actual) : clip(reason, longestReason),
    ),
  )
  // Broken clauses are more important.
  return [
    { heading: 'The profile -> the provider:', blocks: verdict === 'broken' ? rows : [...rows, advice] },
  ]
}

/** What is permitted and odd; where a clause is broken, that matters more. */
function unusualSections({ verdict, unusual = [] }: VerifyResult): Section[] {
  if (unusual.length === 0 || (verdict !== 'held' && verdict !== 'differs')) return []
  const rows = unusual.map((text) => paragraph(clip(text, longestUnusual), toned('warn', '!')))
  return [{ heading: 'The document permits this, and most services do not do it:', blocks: rows }]
}

/** A choice with the texts of two answers, such as `201 -> 200`, and what it decides. */
export function differenceRow(choice: ChoiceId, from: string, to: string): Block {
  const text = [toned('strong', choice), `: ${from} -> ${to}\n${choices[choice].about}`]
  return paragraph(text, toned('warn', '≠'))
}

/** Every clause and every choice, with what the run says about it. */
function everySection(result: VerifyResult): Section {
  const { clauses, choices } = judgedIn(result)
  const all = [...clauses, ...choices]
  const width = Math.max(...all.map(({ id }) => id.length))
  const rows = all.map(({ id, statement, verdict, fact }) => {
    // Without a command, which the beginning of the report has.
    const [told = ''] = fact.split('\n')
    const stated = statement === undefined ? '  ' : `  ${statement} `
    const text = [toned('strong', id.padEnd(width)), stated, toned('faint', told)]
    return paragraph(text, toned(tones[verdict], verdict.padEnd('not judged'.length + 1)))
  })
  return { heading: [toned('strong', 'Clauses and choices')], blocks: rows }
}

/** A clause, a choice or a client, and what a run says about it. */
export interface Judged {
  readonly id: string
  /** What a clause states. */
  readonly statement?: string
  readonly verdict: ClauseResult['verdict'] | ChoiceResult['verdict']
  /** Why it failed or was not judged; else the answer, or how often it was observed. */
  readonly fact: string
  /** For a broken clause. */
  readonly evidence?: Section
  /** Whether it may fail. */
  readonly isAccepted: boolean
}

/** All that a run judged. */
export function judgedIn(result: VerifyResult) {
  const { choices, clients = [], exitCode } = result
  const accepts: readonly string[] = result.mode.accepted
  return {
    clauses: result.clauses.map((each): Judged => {
      const { clause: id, verdict, observations, findings, reason = `${observations}×` } = each
      const judged = { id, verdict, statement: clauses[id].statement, isAccepted: accepts.includes(id) }
      if (verdict !== 'broken') return { ...judged, fact: reason }
      return { ...judged, fact: findings[0]?.about ?? '', evidence: causeSection(each, result, true) }
    }),
    choices: choices.map(({ choice: id, verdict, expected, actual, reason = answerText(actual) }): Judged => {
      const fact = verdict === 'differs' ? `${reason}, not ${answerText(expected)}` : reason
      return { id, verdict, fact, isAccepted: accepts.includes(id) }
    }),
    clients: clients.map((each): Judged => {
      const fact = breakTexts(each).join('\n')
      return { id: each.client, verdict: fact ? 'differs' : 'held', fact, isAccepted: exitCode === 0 }
    }),
  }
}

/** What is to be known about the run: notes, counts, costs. */
function runSection(result: VerifyResult, isVerbose: boolean): Section {
  const { notes, command, sequences, pact } = result
  const cost = [
    costText(result),
    sequences && `, ${plural(sequences.sequences, 'sequence')} (--seed ${sequences.seed} repeats them)`,
    '.',
    pact &&
      result.verdict !== 'broken' &&
      ` Pact's verifier accepted ${pact.accepted} of ${plural(pact.accepted + pact.refused.length, 'interaction')}.`,
  ]
  return {
    ...(isVerbose ? { heading: [toned('strong', 'This run')] } : {}),
    blocks: [
      ...noteBlocks(notes, isVerbose),
      ...acceptedBlocks(result),
      paragraph(countsText(result, isVerbose)),
      paragraph(cost.join('')),
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

/** What was accepted before the run, and what of it held. */
function acceptedBlocks(result: VerifyResult): Block[] {
  const { accepted } = result.mode
  if (accepted.length === 0) return []
  const { clauses, choices } = judgedIn(result)
  const fixed = [...clauses, ...choices].filter(({ verdict, isAccepted }) => isAccepted && verdict === 'held')
  const advice =
    fixed.length > 0 ? ` Held, and no longer to accept: ${fixed.map(({ id }) => id).join(', ')}.` : ''
  return [paragraph(`Accepted: ${accepted.join(', ')}.${advice}`)]
}
