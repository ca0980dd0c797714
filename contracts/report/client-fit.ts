import { choiceIds } from '../../handlers/choices.ts'
import type { ClientFit } from '../client/fit.ts'
import type { Answers } from '../client/shaping.ts'
import { answerText, clip, paragraph, type Section, toned } from './block.ts'

/** How much of a reason is shown, in characters. */
const longestReason = 300

/** Whether each client and a service, or a profile, go together. */
export function fitSections(fits: readonly ClientFit[]): Section[] {
  return fits.map((fit) => {
    const { client, untried, unknown } = fit
    const breaks = breakTexts(fit)
    const met = `${fit.choices} of ${choiceIds.length} choices shape its replies.`
    const notRun = `The client was not run with ${answersText(untried)}. Run "posts-understudy client" again with --profile FILE: it tries the answers of that profile too.`
    const notes = [
      ...(Object.keys(untried).length > 0 ? [notRun] : []),
      ...unknown.map(({ choice, reason }) => `${choice} is not known there: ${clip(reason, longestReason)}`),
    ]
    const limit = notes.length > 0 ? 'as far as is known, ' : ''
    return {
      tone: breaks.length > 0 ? 'bad' : 'good',
      heading: [
        toned('strong', client),
        breaks.length > 0 ? `  ${met}` : `: ${limit}the two go together. ${met}`,
      ],
      blocks: [
        ...breaks.map((text) => paragraph(text, toned('bad', 'BREAKS YOUR CLIENT:'))),
        ...notes.map((note) => paragraph(note, toned('warn', 'note'))),
      ],
    }
  })
}

/** What breaks a client, such as: create.status is 204 there; "adds a post" fails with 204. */
export function breakTexts({ breaks }: ClientFit): string[] {
  return breaks.map(({ answers, tests }) => {
    const facts = Object.entries(answers).map(([choice, answer]) => `${choice} is ${answerText(answer)}`)
    const values = Object.values(answers).map((answer) => answerText(answer))
    const fail = tests.length === 1 ? 'fails' : 'fail'
    return `${facts.join(' and ')} there; ${testNames(tests)} ${fail} with ${values.join(' and ')}`
  })
}

/** Answers, such as `create.body "none" and create.location "no"`. */
export function answersText(answers: Answers): string {
  return Object.entries(answers)
    .map(([choice, answer]) => `${choice} ${answerText(answer)}`)
    .join(' and ')
}

/** The number of tests that are named. */
const mostNames = 3
const longestName = 100

/** The names of tests, without their files, where the runner tells them. */
export function testNames(tests: readonly string[]): string {
  if (tests.length === 0) return 'the tests'
  const names = [...new Set(tests.map((test) => test.replace(/^[^>]*\.[cm]?[jt]sx? > /, '')))]
  const shown = names.slice(0, mostNames).map((name) => `"${clip(name, longestName)}"`)
  const left = names.length - shown.length
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ')
}
