import { choiceIds } from '../../handlers/choices.ts'
import type { ClientFit, PactFit } from '../client/fit.ts'
import type { Answers } from '../client/shaping.ts'
import { answerText, clip, paragraph, plural, type Section, toned } from './block.ts'

/** How much of a reason is shown, in characters. */
const longestReason = 120

/** Whether each client and a service, or a profile, go together. */
export function fitSections(fits: readonly (ClientFit | PactFit)[]): Section[] {
  return fits.map((fit) => {
    const breaks = breakTexts(fit)
    const { met, notes, isWhole } = 'refused' in fit ? pactTexts(fit) : choiceTexts(fit)
    const verdict = isWhole ? 'the two go together' : 'as far as the client was run, the two go together'
    return {
      heading: [toned('strong', fit.client), breaks.length > 0 ? `  ${met}` : `: ${verdict}. ${met}`],
      blocks: [
        ...breaks.map((text) => paragraph(text, toned('bad', 'BREAKS YOUR CLIENT:'))),
        ...notes.map((note) => paragraph(note, toned('warn', 'note'))),
      ],
    }
  })
}

function choiceTexts({ choices, untried, unknown }: ClientFit) {
  const isWhole = Object.keys(untried).length === 0
  const notRun = `The client was not run with ${answersText(untried)}. Run "posts-understudy client" again with --profile FILE: it tries the answers of that profile too.`
  const notKnown = unknown.map(
    ({ choice, reason }) => `${choice} is not known there: ${clip(reason, longestReason)}`,
  )
  const met = `${choices} of ${choiceIds.length} choices shape its replies.`
  return { met, notes: isWhole ? notKnown : [notRun, ...notKnown], isWhole }
}

function pactTexts({ accepted, refused, failure }: PactFit) {
  const met = `Pact's verifier accepted ${accepted} of ${plural(accepted + refused.length, 'interaction')}.`
  const notes = failure ? [`Not all interactions were judged: ${clip(failure, longestReason)}`] : []
  return { met, notes, isWhole: failure === undefined }
}

/** What breaks a client, such as: create.status is 204 there; "adds a post" fails with 204. */
export function breakTexts(fit: ClientFit | PactFit): string[] {
  if ('refused' in fit) return fit.refused.map(({ key, message }) => `${key}: ${message}`)
  return fit.breaks.map(({ answers, tests }) => {
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

/** What a client does that relies on no answer, by the id of the choice. */
const advice: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:error\.body|input\.invalid-body)$/,
    'Decide by the status; read the body of an error only if it parses, and have a text for when it does not.',
  ],
  [/^delete\.body$/, 'Do not read the body of this reply.'],
  [/\.body$/, 'Do not take the post from this reply alone: find it in the list, or read it again.'],
  [/\.status$/, 'Accept every status of success (`response.ok`), not one number.'],
  [/\.missing$/, 'Treat any 4xx as "the post is gone", and a success as done.'],
  [
    /^create\.location$/,
    'Read the Location header only if it is there, and resolve it against the request URL.',
  ],
  [/^text\.kept$/, 'Show the texts that the service returns, not those that were sent.'],
  [/^list\.order$/, 'Sort the list in the client.'],
  [/^list\.page-size$/, 'Follow the Link header with rel="next" until there is none.'],
  [/^post\.extra-fields$/, 'Ignore fields that the client does not know.'],
  [
    /^id\./,
    'Take ids from replies, and assume neither order nor size (JSON.parse rounds those above 2^53), nor that none comes again.',
  ],
  [/^limit\./, 'Wait as long as Retry-After says, and try again.'],
  [/^input\./, 'Treat any 4xx as refused, and any success as accepted.'],
]

/** What to do about a client that fails with an answer to a choice, in a sentence. */
export function adviceFor(choice: string): string {
  const [, text] = advice.find(([ids]) => ids.test(choice)) ?? []
  return text ?? 'The document leaves this open: let the client cope with each answer.'
}
