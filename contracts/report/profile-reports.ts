import { completeProfile } from '../../handlers/choices/profile.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { CalibratedChoice, Calibration } from '../calibrate.ts'
import { isSameAnswer } from '../choices/detection.ts'
import type { ProfileDifference } from '../choices/profile-diff.ts'
import { answerText, clip, paragraph, plural, type Section, toned } from './block.ts'
import type { RunFacts } from './html-page.ts'
import { costText, leftoverSections, lossBlocks, noteBlocks } from './run-sections.ts'
import { consoleText, type TextReportOptions } from './text-report.ts'

const labels = {
  learned: toned('good', 'learned     '),
  masked: toned('faint', 'not visible '),
  unknown: toned('warn', 'unknown     '),
}
/** The limit of a reason, in characters. */
const longestReason = 100

/**
 * A calibration as text: the answers that are not those of the preset, and what was not learned. With `isVerbose` every choice with its answer.
 *
 * @example
 * process.stdout.write(calibrationReport(await calibrateProfile({ url })))
 */
export function calibrationReport(calibration: Calibration, options: TextReportOptions = {}): string {
  const result = visibleData(calibration)
  const { isVerbose = false } = options
  const { broken, leftovers, notes } = result
  const faults = broken.map(({ clause, about }) =>
    paragraph([toned('strong', clause), ` is broken: ${about}.`], toned('bad', '✗')),
  )
  const sections = [
    ...(result.lost ? [{ blocks: lossBlocks(result.lost) }] : []),
    headSection(result),
    ...(result.choices.length > 0 ? [choiceSection(result, isVerbose)] : []),
    ...(faults.length > 0 ? [{ blocks: faults }] : []),
    ...leftoverSections(leftovers),
    { blocks: [...noteBlocks(notes, isVerbose), paragraph(`${costText(result)}.`)] },
  ]
  return consoleText(sections, options)
}

function headSection({ url, choices, failureReason }: Calibration): Section {
  const where = toned('strong', url)
  if (failureReason !== undefined)
    return {
      heading: [toned('bad', 'NOT CALIBRATED'), '  ', where, ' could not be calibrated.'],
      blocks: [paragraph(failureReason)],
    }
  const learned = choices.filter(({ verdict }) => verdict === 'learned').length
  const count = `: ${learned} of ${choices.length} choices learned.`
  return { heading: [toned('good', 'CALIBRATED'), '  ', where, count], blocks: [] }
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
    const learned = verdict === 'learned' ? answerText(answer) : ''
    const why = clip(reason, longestReason)
    return paragraph(
      [`${choice.padEnd(width)}  ${learned}`, toned('faint', learned && why ? ` (${why})` : why)],
      labels[verdict],
    )
  })
  const rest = `${plural(choices.length - rows.length, 'more choice')}: as in the preset ${preset}. All choices: --verbose.`
  const heading = isVerbose ? 'All choices:' : `Other than the preset ${preset}:`
  return { heading, blocks: [...rows, ...(isVerbose ? [] : [paragraph(rest)])] }
}

/**
 * A calibration as the text of a profile file for every `profile` option: the answers, and under `about`, which is
 * ignored, where they are from.
 *
 * @example
 * await writeFile('posts.profile.json', profileFileText(calibration, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function profileFileText({ profile, url }: Calibration, { at, by }: RunFacts): string {
  const about = { provider: url, calibrated: new Date(at).toISOString(), by }
  return jsonFileText({ ...profile, about })
}

/**
 * The differences of two profiles as text: each choice with its answers, and what it decides.
 * @param names those of the two profiles.
 */
export function diffReport(
  names: readonly [from: string, to: string],
  differences: readonly ProfileDifference[],
  options: TextReportOptions = {},
): string {
  const between = `between ${visibleData(names).join(' and ')}`
  const rows = visibleData(differences).map(({ choice, from, to }) => ({
    choice,
    answers: [toned('faint', answerText(from)), toned('warn', answerText(to))],
  }))
  const heading =
    rows.length === 0
      ? [toned('good', 'SAME'), `  No choice differs ${between}.`]
      : [toned('warn', 'DIFFERENT'), `  ${plural(rows.length, 'differing choice')} ${between}:`]
  return consoleText([{ heading, blocks: [{ kind: 'answers', rows }] }], options)
}
