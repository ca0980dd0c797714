import { choices } from '../../handlers/choices.ts'
import { isSameAnswer } from '../choices/detection.ts'
import { choiceGroups, inGroups } from '../choices/groups.ts'
import { counted } from '../counted.ts'
import { toReproduce } from '../run/failure-reason.ts'
import { clauses } from '../scenarios/clauses.ts'
import type { VerifyResult } from '../verify/result.ts'
import {
  answerText,
  type Block,
  clip,
  type Judged,
  paragraph,
  plural,
  type Section,
  type Tone,
  type Toned,
  toned,
  verdictTones,
} from './block.ts'
import { brokenClauses, causeSection } from './cause.ts'
import { breakTexts, fitSections } from './client-report.ts'
import { inSeconds, leftoverSections, lossBlocks, noteBlocks } from './run-sections.ts'

/**
 * What every report of a verification says: the verdict, each root cause with its evidence and the commands that
 * repeat it, differences, posts that are left, notes and counts.
 * @param isVerbose adds every clause and every choice, longer texts, and all notes.
 */
export function viewOf(result: VerifyResult, isVerbose: boolean): Section[] {
  const { blocks, ...head } = verdictSection(result)
  return [
    { ...head, blocks: isVerbose ? [...blocks, numbersOf(result)] : blocks },
    ...brokenClauses(result).map((broken) => causeSection(broken, result, isVerbose)),
    ...fitSections(result.clients ?? []),
    ...differenceSections(result, isVerbose),
    ...unusualSections(result),
    ...(isVerbose ? everySections(result) : []),
    ...leftoverSections(result.leftovers, result.mode.without.includes('delete')),
    runSection(result, isVerbose),
  ]
}

/** The beginning of a report: the verdict in a sentence, with what it leaves out, and why the run ended early. */
export function verdictSection(result: VerifyResult): Section {
  const { lost = [] } = result
  const loss =
    lost.length > 0 ? `lost or changed ${plural(lost.length, 'post')} that it had before this run, and ` : ''
  const sentences = [`${loss}${judgement(result)}.`, ...leftOut(result.mode), ...weaknesses(result)]
  return {
    heading: [verdictWord(result), '  ', toned('strong', result.url), ` ${sentences.join(' ')}`],
    blocks: [...lossBlocks(lost), ...endBlocks(result)],
  }
}

/** The verdict as a word; ACCEPTED where all that is wrong is accepted. */
function verdictWord({ verdict, exitCode }: VerifyResult): Toned {
  const isAccepted = exitCode === 0 && verdict !== 'held'
  return isAccepted ? toned('warn', 'ACCEPTED') : toned(verdictTones[verdict], verdict.toUpperCase())
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
    broken: `breaks ${new Intl.ListFormat('en').format(broken)} of ${document}${ways.length > 0 ? `, and ${differs}` : ''}`,
    differs: `conforms to ${document}, but ${differs}`,
    'not judged': isPartlyJudged(clauses) ? 'could not be judged completely' : 'could not be judged',
  }
  return facts[verdict]
}

/** Whether a run judged more than the address. */
function isPartlyJudged(clauses: VerifyResult['clauses']): boolean {
  return clauses.some(({ clause, verdict }) => verdict !== 'not judged' && clause !== 'version.path')
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
function endBlocks({ verdict, clauses, failureReason }: VerifyResult): Block[] {
  if (failureReason === undefined) return verdict === 'not judged' ? [paragraph('Nothing was tested.')] : []
  const [reason = '', command] = failureReason.split(`\n${toReproduce}`)
  // What failed, then what to do.
  const [failed = '', ...advice] = reason.split(/(?<=\.) (?=[A-Z])/)
  const isEarly = isPartlyJudged(clauses)
  return [
    paragraph([
      toned('strong', `${isEarly ? 'The run ended early: ' : ''}${failed}`),
      advice.map((sentence) => ` ${sentence}`).join(''),
    ]),
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
  const rows = differing.map(({ choice, expected, actual, reason }) => ({
    choice,
    answers: [
      toned('faint', answerText(expected)),
      toned('warn', reason === undefined ? answerText(actual) : clip(reason, longestReason)),
    ],
  }))
  const differences = { kind: 'answers', rows } as const
  // Broken clauses are more important.
  const blocks = verdict === 'broken' ? [differences] : [differences, advice]
  return [{ heading: 'The profile -> the provider:', tone: 'warn', blocks }]
}

/** What is permitted and odd; where a clause is broken, that matters more. */
function unusualSections({ verdict, unusual = [] }: VerifyResult): Section[] {
  if (unusual.length === 0 || (verdict !== 'held' && verdict !== 'differs')) return []
  const rows = unusual.map((text) => paragraph(clip(text, longestUnusual), toned('warn', '!')))
  return [
    { heading: 'The document permits this, and most services do not do it:', tone: 'warn', blocks: rows },
  ]
}

/** The clauses in groups, by the first words of their ids. */
const clauseGroups = {
  List: ['list'],
  Read: ['read'],
  Create: ['create'],
  Replace: ['replace'],
  Delete: ['delete'],
  'Every operation': ['wire', 'post', 'safe', 'others', 'version'],
}

/** Every clause and every choice, with what the run says about it; the reason why a run judged nothing is told already. */
function everySections(result: VerifyResult): Section[] {
  const { clauses, choices } = judgedIn(result)
  // Without a command, which the beginning of the report has.
  const told = (each: Judged) => {
    const [fact = ''] = each.fact.split('\n')
    return { ...each, fact: each.fact === result.failureReason ? '' : fact }
  }
  const all = [
    ['What the document states', 'clauses', clauses, clauseGroups],
    ['What this service answers where the document is silent', 'choices', choices, choiceGroups],
  ] as const
  return all
    .filter(([, , judged]) => judged.some(({ verdict }) => verdict !== 'not judged'))
    .map(([heading, kind, judged, groups]) => ({
      heading: [toned('strong', heading)],
      blocks: [{ kind, groups: inGroups(groups, judged.map(told)) }],
    }))
}

/** All that a run judged. */
export function judgedIn(result: VerifyResult) {
  const { clients = [], exitCode } = result
  const accepts: readonly string[] = result.mode.accepted
  return {
    clauses: result.clauses.map((each): Judged => {
      const { clause: id, verdict, observations, findings, reason = `${observations}×` } = each
      const judged = { id, verdict, statement: clauses[id].statement, isAccepted: accepts.includes(id) }
      if (verdict !== 'broken') return { ...judged, fact: reason }
      return { ...judged, fact: findings[0]?.about ?? '', evidence: causeSection(each, result, true) }
    }),
    choices: result.choices.map((each): Judged => {
      const { choice: id, verdict, expected, actual, reason = answerText(actual) } = each
      const fact = verdict === 'differs' ? `${reason}, not ${answerText(expected)}` : reason
      const isUnusual = verdict === 'observed' && !isSameAnswer(actual, choices[id].answers[0])
      const answer = verdict === 'not judged' ? {} : { answer: reason }
      return { id, verdict, fact, ...answer, isUnusual, isAccepted: accepts.includes(id) }
    }),
    clients: clients.map((each): Judged => {
      const fact = breakTexts(each).join('\n')
      return { id: each.client, verdict: fact ? 'differs' : 'held', fact, isAccepted: exitCode === 0 }
    }),
  }
}

/** What is to be known about the run: notes, counts, costs. */
function runSection(result: VerifyResult, isVerbose: boolean): Section {
  const { notes, command, sequences, pact, verdict, url, mode, timeline } = result
  const { accepted = 0, refused = [] } = pact ?? {}
  const replayed = accepted + refused.length
  const facts = [
    sequences && `${plural(sequences.sequences, 'sequence')} (--seed ${sequences.seed} repeats them).`,
    replayed > 0 && `Pact's verifier accepted ${accepted} of ${plural(replayed, 'interaction')}.`,
    isVerbose || verdict === 'not judged' ? undefined : 'Every clause and choice: --verbose.',
  ].filter((fact) => typeof fact === 'string')
  const { profile, only, readOnly } = mode
  const isFirst = verdict === 'held' && profile === undefined && only === undefined && !readOnly
  const next = `"posts-understudy calibrate ${url}" makes the mock answer like this service.`
  return {
    ...(isVerbose ? { heading: [toned('strong', 'This run')] } : {}),
    blocks: [
      ...noteBlocks(notes, isVerbose),
      ...acceptedBlocks(result),
      ...(isVerbose ? [{ kind: 'timeline', slices: timeline } as const] : [numbersOf(result)]),
      ...(facts.length > 0 ? [paragraph(facts.join(' '))] : []),
      ...(isFirst ? [paragraph(next, toned('good', 'next'))] : []),
      ...(isVerbose ? [{ kind: 'code', label: 'command', code: command } as const] : []),
    ],
  }
}

/** What a run counted: clauses, choices, examples that are missing, requests, posts. */
function numbersOf(result: VerifyResult): Block {
  const { clauses, choices, notRun, requests, duration, leftovers, failureReason } = result
  const { profile = 'the profile' } = result.mode
  const heldLabel = `of ${clauses.length} clauses held${failureReason === undefined ? '' : ' so far'}`
  const count = (results: readonly { readonly verdict: string }[], wanted: string) =>
    results.filter(({ verdict }) => verdict === wanted).length
  const ifAny = (value: number, label: string, tone?: Tone) =>
    value > 0 ? [{ value: counted(value), label, ...(tone ? { tone } : {}) }] : []
  const [broken, held] = [count(clauses, 'broken'), count(clauses, 'held')]
  return {
    kind: 'numbers',
    numbers: [
      ...ifAny(broken, `${broken === 1 ? 'clause' : 'clauses'} broken`, 'bad'),
      { value: counted(held), label: heldLabel, tone: held > 0 ? 'good' : 'faint' },
      ...ifAny(count(clauses, 'not judged'), 'not judged', 'warn'),
      ...ifAny(notRun?.examples ?? 0, `of ${notRun?.of} examples not run`, 'warn'),
      ...ifAny(count(choices, 'differs'), `of ${choices.length} choices differ from ${profile}`, 'warn'),
      ...ifAny(count(choices, 'held'), `of ${choices.length} choices as in ${profile}`, 'good'),
      ...ifAny(count(choices, 'observed'), `of ${choices.length} choices seen`),
      {
        value: counted(requests),
        label: `${requests === 1 ? 'request' : 'requests'} in ${inSeconds(duration)}`,
      },
      ...ifAny(leftovers.length, `${leftovers.length === 1 ? 'post' : 'posts'} left`, 'warn'),
    ],
  }
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
