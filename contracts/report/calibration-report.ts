import { completeProfile } from '../../handlers/choices/profile.ts'
import { isSameAnswer } from '../../handlers/choices.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { CalibratedChoice } from '../calibrate/conclusion.ts'
import type { Drift } from '../calibrate/drift.ts'
import type { EqualCount, ReplyShare } from '../calibrate/share.ts'
import type { Calibration } from '../calibrate.ts'
import { type Block, paragraph, type Section, type Text, type Toned, toned } from './block.ts'
import { consoleText, type TextReportOptions } from './console.ts'
import { leftoverSections } from './leftovers.ts'
import { answerText, changeText, clip, firstOf, plural } from './text.ts'

const tones = { learned: 'good', masked: 'faint', changing: 'bad', unknown: 'warn' } as const
const words = { learned: 'learned', masked: 'not visible', changing: 'changing', unknown: 'unknown' } as const
/** The limit of a reason, in characters. */
const longestReason = 100
/** How many notes are shown; --json has all. */
const mostNotes = 15

/**
 * A calibration as text: what changed, if `against` was given, the answers that are not those of the preset, and what
 * was not learned. With `isVerbose` every choice with its answer.
 *
 * @example
 * process.stdout.write(calibrationReport(await calibrateProfile({ url })))
 */
export function calibrationReport(calibration: Calibration, options: TextReportOptions = {}): string {
  const result = visibleData(calibration)
  const { isVerbose = false } = options
  const { drift = [], broken, share, leftovers, notes, requests, duration } = result
  const told = firstOf(notes, 'notes', mostNotes).map((note) =>
    paragraph(clip(note, 600), toned('faint', 'note')),
  )
  const faults = broken.map(({ clause, about }) =>
    paragraph([toned('strong', clause), ` is broken: ${about}.`], toned('bad', '✗')),
  )
  const sections: Section[] = [
    headSection(result),
    { blocks: drift.map(driftBlock) },
    ...(result.choices.length > 0 ? [choiceSection(result, isVerbose)] : []),
    { blocks: faults },
    ...(share ? [shareSection(share, isVerbose)] : []),
    ...leftoverSections(leftovers),
    { blocks: [...told, paragraph(`${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s.`)] },
  ]
  const filled = sections.filter(({ heading, blocks }) => heading !== undefined || blocks.length > 0)
  return `${consoleText(filled, options)}\n`
}

function headSection({ url, choices, drift, failureReason }: Calibration): Section {
  const where = toned('strong', url)
  const learned = choices.filter(({ verdict }) => verdict === 'learned').length
  const count = `${learned} of ${choices.length} choices learned`
  const head = (word: Toned, rest: string, blocks: readonly Block[] = []): Section => {
    return { heading: [word, '  ', where, rest], level: 1, blocks }
  }
  if (failureReason !== undefined)
    return head(toned('bad', 'NOT CALIBRATED'), ' could not be calibrated.', [paragraph(failureReason)])
  if (drift === undefined) return head(toned('good', 'CALIBRATED'), `: ${count}.`)
  return drift.length === 0
    ? head(toned('good', 'UNCHANGED'), ` answers as before; ${count}.`)
    : head(toned('warn', 'CHANGED'), ` changed its answers to ${plural(drift.length, 'choice')}.`)
}

/** A changed answer: `≠ create.status: 201 -> 200`. */
function driftBlock({ choice, before, now, reason }: Drift): Block {
  const because = reason === undefined ? '' : ` (${reason})`
  const change = `: ${changeText(before ?? 'unknown', now ?? 'unknown')}${because}`
  return paragraph([toned('strong', choice), change], toned('warn', '≠'))
}

/** The choices that were not learned or are not as in the preset, and the number of the rest; or all. */
function choiceSection({ choices, profile }: Calibration, isVerbose: boolean): Section {
  const preset = profile.extends ?? 'default'
  const usual = completeProfile(preset)
  const isUsual = ({ choice, verdict, answer }: CalibratedChoice) =>
    verdict === 'learned' && isSameAnswer(answer, usual[choice])
  const shown = isVerbose ? choices : choices.filter((each) => !isUsual(each))
  const rows = shown.map(({ choice, verdict, answer, sure, reason = '' }): Text[] => {
    const because = [sure ?? '', clip(reason, longestReason)].filter((part) => part !== '').join(': ')
    const learned = verdict === 'learned' ? `${answerText(answer)} ` : ''
    return [[toned(tones[verdict], words[verdict])], choice, [learned, toned('faint', because)]]
  })
  const rest = `${plural(choices.length - rows.length, 'more choice')}: as in the preset ${preset}. All choices: --verbose.`
  const table: Block = { kind: 'table', caption: 'Choices', head: ['Verdict', 'Choice', 'Answer'], rows }
  const heading = isVerbose ? 'All choices:' : `Other than the preset ${preset}:`
  return { heading, blocks: [table, ...(isVerbose ? [] : [paragraph(rest)])] }
}

/** Without `isVerbose`, so many differences are listed. */
const fewDifferences = 5

/** The share of equal replies, and the differences, those of documented requests first. */
function shareSection({ documented, others, differences }: ReplyShare, isVerbose: boolean): Section {
  const share = ({ replies, equal }: EqualCount) => `${equal} of ${replies}`
  const lines = differences.map(
    ({ request, about, mock, provider, shownBy }) =>
      `${clip(request, 40)}: ${about}: mock ${clip(mock, 40)}, provider ${clip(provider, 40)} [${shownBy}]`,
  )
  const most = isVerbose ? lines.length : fewDifferences
  return {
    heading: `A mock with this profile gives the same reply to ${share(documented)} documented requests, and to ${share(others)} others.`,
    blocks: firstOf(lines, 'differences: --verbose', most).map((line) => paragraph(line)),
  }
}
