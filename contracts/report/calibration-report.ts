import { completeProfile } from '../../handlers/choices/profile.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { CalibratedChoice } from '../calibrate/conclusion.ts'
import type { Calibration } from '../calibrate.ts'
import { isSameAnswer } from '../choices/detection.ts'
import { paragraph, type Section, toned } from './block.ts'
import { consoleText, type TextReportOptions } from './console.ts'
import { leftoverSections } from './leftovers.ts'
import { answerText, clip, firstOf, plural } from './text.ts'

const tones = { learned: 'good', masked: 'faint', unknown: 'warn' } as const
const words = { learned: 'learned', masked: 'not visible', unknown: 'unknown' } as const
/** The limit of a reason, in characters. */
const longestReason = 100
/** How many notes are shown; --json has all. */
const mostNotes = 15

/**
 * A calibration as text: the answers that are not those of the preset, and what was not learned. With `isVerbose` every choice with its answer.
 *
 * @example
 * process.stdout.write(calibrationReport(await calibrateProfile({ url })))
 */
export function calibrationReport(calibration: Calibration, options: TextReportOptions = {}): string {
  const result = visibleData(calibration)
  const { isVerbose = false } = options
  const { broken, leftovers, notes, requests, duration } = result
  const told = firstOf(notes, 'notes', mostNotes).map((note) =>
    paragraph(clip(note, 600), toned('faint', 'note')),
  )
  const faults = broken.map(({ clause, about }) =>
    paragraph([toned('strong', clause), ` is broken: ${about}.`], toned('bad', '✗')),
  )
  const sections: Section[] = [
    headSection(result),
    ...(result.choices.length > 0 ? [choiceSection(result, isVerbose)] : []),
    { blocks: faults },
    ...leftoverSections(leftovers),
    { blocks: [...told, paragraph(`${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s.`)] },
  ]
  const filled = sections.filter(({ heading, blocks }) => heading !== undefined || blocks.length > 0)
  return `${consoleText(filled, options)}\n`
}

function headSection({ url, choices, failureReason }: Calibration): Section {
  const where = toned('strong', url)
  if (failureReason !== undefined)
    return {
      heading: [toned('bad', 'NOT CALIBRATED'), '  ', where, ' could not be calibrated.'],
      level: 1,
      blocks: [paragraph(failureReason)],
    }
  const learned = choices.filter(({ verdict }) => verdict === 'learned').length
  const count = `: ${learned} of ${choices.length} choices learned.`
  return { heading: [toned('good', 'CALIBRATED'), '  ', where, count], level: 1, blocks: [] }
}

/** The choices that were not learned or are not as in the preset, and the number of the rest; or all. */
function choiceSection({ choices, profile }: Calibration, isVerbose: boolean): Section {
  const preset = profile.extends ?? 'default'
  const usual = completeProfile(preset)
  const isUsual = ({ choice, verdict, answer }: CalibratedChoice) =>
    verdict === 'learned' && isSameAnswer(answer, usual[choice])
  const shown = isVerbose ? choices : choices.filter((each) => !isUsual(each))
  const width = Math.max(...shown.map(({ choice }) => choice.length))
  const rows = shown.map(({ choice, verdict, answer, reason = '' }) => {
    const learned = verdict === 'learned' ? `${answerText(answer)} ` : ''
    return paragraph(
      [`${choice.padEnd(width)}  ${learned}`, toned('faint', clip(reason, longestReason))],
      toned(tones[verdict], words[verdict].padEnd(words.masked.length + 1)),
    )
  })
  const rest = `${plural(choices.length - rows.length, 'more choice')}: as in the preset ${preset}. All choices: --verbose.`
  const heading = isVerbose ? 'All choices:' : `Other than the preset ${preset}:`
  return { heading, blocks: [...rows, ...(isVerbose ? [] : [paragraph(rest)])] }
}
