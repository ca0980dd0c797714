import { completeProfile } from '../../handlers/choices/profile.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { Calibration } from '../calibrate/calibrate-profile.ts'
import { isSameAnswer } from '../choices/detection.ts'
import { choiceGroups, inGroups } from '../choices/groups.ts'
import type { ProfileDifference } from '../choices/profile-diff.ts'
import { answerText, clip, type Judged, paragraph, plural, type Section, toned } from './block.ts'
import { htmlPage, type RunFacts } from './html-page.ts'
import { inSeconds, leftoverSections, lossBlocks, noteBlocks } from './run-sections.ts'
import { consoleText, type TextReportOptions } from './text-report.ts'

/** The limit of a reason, in characters. */
const longestReason = 100

/**
 * A calibration as text: the answers that are not those of the preset, and what was not learned. With `isVerbose` every choice with its answer.
 *
 * @example
 * process.stdout.write(calibrationReport(await calibrateProfile({ url })))
 */
export function calibrationReport(calibration: Calibration, options: TextReportOptions = {}): string {
  const { isVerbose = false } = options
  return consoleText(calibrationView(visibleData(calibration), isVerbose), options)
}

/** A calibration as one self-contained HTML page with every choice. */
export function calibrationHtml(calibration: Calibration, facts: RunFacts): string {
  return htmlPage(calibration, (fitting) => calibrationView(fitting, true), facts)
}

function calibrationView(result: Calibration, isVerbose: boolean): Section[] {
  const { lost, choices, broken, leftovers, notes, timeline, requests, duration } = result
  const faults = broken.map(({ clause, about }) =>
    paragraph([toned('strong', clause), ` is broken: ${about}.`], toned('bad', '✗')),
  )
  const cost = paragraph(`${plural(requests, 'request')} in ${inSeconds(duration)}.`)
  const head = headSection(result)
  return [
    { ...head, blocks: [...lossBlocks(lost), ...head.blocks] },
    ...(choices.length > 0 ? [choiceSection(result, isVerbose)] : []),
    ...(faults.length > 0 ? [{ blocks: faults }] : []),
    ...leftoverSections(leftovers),
    { blocks: [...noteBlocks(notes, isVerbose), cost, { kind: 'timeline', slices: timeline }] },
  ]
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
function choiceSection({ choices }: Calibration, isVerbose: boolean): Section {
  const usual = completeProfile()
  const all = choices.map(({ choice: id, verdict, answer, reason = '' }): Judged => {
    if (verdict !== 'learned') return { id, verdict, fact: clip(reason, longestReason), isAccepted: false }
    const fact = answerText(answer)
    return { id, verdict, fact, answer: fact, isUnusual: !isSameAnswer(answer, usual[id]), isAccepted: false }
  })
  const shown = isVerbose ? all : all.filter(({ answer, isUnusual }) => answer === undefined || isUnusual)
  const groups = inGroups(choiceGroups, shown)
  const rest = `${plural(all.length - shown.length, 'more choice')}: as in the preset default. All choices: --verbose.`
  const heading = isVerbose ? 'All choices:' : 'Other than the preset default:'
  return { heading, blocks: [{ kind: 'choices', groups }, ...(isVerbose ? [] : [paragraph(rest)])] }
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
