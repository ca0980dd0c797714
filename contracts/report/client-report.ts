import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { Failure } from '../client/client-file.ts'
import type { ClientFit } from '../client/fit.ts'
import type { Measurement } from '../client/measure.ts'
import type { Answers } from '../client/shaping.ts'
import { answerText, type Block, clip, paragraph, plural, type Section, toned, withRest } from './block.ts'
import { htmlPage, type RunFacts } from './html-page.ts'
import { consoleText, type TextReportOptions } from './text-report.ts'

/** What a client relies on, as text: each choice with answers that fail, with the request, the reply and what to do. */
export function clientReport(measurement: Measurement, options: TextReportOptions = {}): string {
  return consoleText(clientView(visibleData(measurement), false), options)
}

/** What a client relies on, as a page, with every answer that was tried. */
export function clientHtml(measurement: Measurement, facts: RunFacts): string {
  return htmlPage(measurement, (fitting) => clientView(fitting, true), facts)
}

/** Whether a client and a profile go together, as text. */
export function fitReport(fit: ClientFit, options: TextReportOptions = {}): string {
  return consoleText(fitSections([visibleData(fit)]), options)
}

/** What every report on a client says. @param isVerbose adds every answer that was tried. */
function clientView(result: Measurement, isVerbose: boolean): Section[] {
  const groups = Map.groupBy(result.failures, ({ answers }) => Object.keys(answers).join())
  const isMeasured = Object.keys(result.client.passes).length > 0
  return [
    headSection(result),
    ...(isVerbose && isMeasured ? [matrixSection(result)] : []),
    ...[...groups.values()].map((failing) => failureSection(failing, result)),
    ...restSections(result),
  ]
}

function headSection({ client, failures, failureReason }: Measurement): Section {
  const command = toned('strong', client.command)
  if (failureReason !== undefined)
    return { heading: [toned('bad', 'NOT MEASURED'), '  ', command], blocks: [paragraph(failureReason)] }
  const [verdict, fact] =
    failures.length === 0
      ? [toned('good', 'TOLERANT'), 'passes with every answer that was tried']
      : [toned('warn', 'RELIES'), `fails with ${plural(failures.length, 'answer')} that a service may give`]
  const tone = failures.length === 0 ? 'good' : 'bad'
  const numbers = [
    {
      value: `${failures.length}`,
      label: failures.length === 1 ? 'answer fails' : 'answers fail',
      tone,
    } as const,
    {
      value: `${Object.keys(client.passes).length}`,
      label: `of ${choiceIds.length} choices shape its replies`,
    },
  ]
  return { heading: [verdict, '  ', command, ` ${fact}.`], blocks: [{ kind: 'numbers', numbers }] }
}

/** How much of a body is shown, in characters. */
const room = 120

/** The answers to a choice that fail, or to several that fail together, with the evidence of the first. */
function failureSection(failing: readonly Failure[], { client }: Measurement): Section {
  const ids = Object.keys(failing[0]?.answers ?? {})
  const [id = ''] = ids
  const byTests = [...Map.groupBy(failing, ({ tests }) => testNames(tests))]
  const passing = ids.length > 1 ? [] : (client.passes[id as ChoiceId] ?? [])
  const about = ids.length > 1 ? '' : `  ${choices[id as ChoiceId].about}`
  return {
    heading: [toned('bad', '✗'), ' ', toned('strong', ids.join(' and ')), about],
    id: ids.join(),
    tone: 'bad',
    blocks: [
      ...byTests.map(([tests, some]) => {
        const told = some.map(({ answers }) =>
          ids.length > 1 ? answersText(answers) : answerText(answers[id]),
        )
        return paragraph([toned('strong', tests), ` with ${told.join(', ')}`], toned('bad', 'fails'))
      }),
      ...(passing.length > 0
        ? [paragraph(`with ${passing.map(answerText).join(', ')}`, toned('good', 'passes'))]
        : []),
      ...failing.slice(0, 1).flatMap(evidenceBlocks),
      paragraph(adviceFor(ids), toned('good', 'advice')),
    ],
  }
}

/** Every answer that was tried to each choice, and whether the tests pass with it. */
function matrixSection({ client: { passes, fails } }: Measurement): Section {
  const rows = choiceIds.flatMap((choice) => {
    const failing = fails.filter(({ answers }) => Object.keys(answers).join() === choice)
    const answers = [
      ...(passes[choice] ?? []).map((answer) => toned('good', `✓ ${answerText(answer)}`)),
      ...failing.map(({ answers }) => toned('bad', `✗ ${answerText(answers[choice])}`)),
    ]
    return answers.length > 0 ? [{ choice, answers }] : []
  })
  return { heading: [toned('strong', 'Every answer that was tried')], blocks: [{ kind: 'answers', rows }] }
}

/** Headers that a choice decides. */
const headerOf: Readonly<Record<string, string>> = { 'create.location': 'location', 'list.page-size': 'link' }

function evidenceBlocks({ entry, answers }: Failure): Block[] {
  if (!entry) return []
  const { method, path, query, body, status, reply } = entry
  const sent = typeof body === 'string' || body === undefined ? (body ?? '') : stringifyJson(body)
  const headers = Object.keys(answers).flatMap((choice) => headerOf[choice] ?? [])
  const told = headers.map((name) => `(${name}: ${reply?.headers[name] ?? 'none'}) `).join('')
  const received = told + (reply?.body === undefined ? 'no body' : clip(reply.body, room))
  const row = { method, path: path + query, sent: clip(sent, room), status, received }
  return [{ kind: 'exchanges', rows: [{ ...row, times: 1, isAtOnce: false }] }]
}

/** What passes, and what was not tried. */
function restSections({ client, failureReason, untried }: Measurement): Section[] {
  const met = Object.keys(client.passes)
  if (met.length === 0) return []
  const apart = new Set(client.fails.map(({ answers }) => Object.keys(answers).join()))
  const passing = met.filter((id) => !apart.has(id))
  const left = [...new Set(untried.map(({ choice }) => choice))]
  const why = failureReason === undefined ? ', as they need another answer that fails' : ''
  const facts = [
    passing.length > 0 && `Passes with every answer that was tried to: ${passing.join(', ')}.`,
    left.length > 0 && `Not tried${why}: some answers to ${left.join(', ')}.`,
  ]
  return [{ blocks: facts.filter((fact) => fact !== false).map((fact) => paragraph(fact)) }]
}

/** What a client does that relies on no answer, by the id of the choice. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/^(?:error\.body|input\.invalid-body)$/, 'Decide by the status; a body may be missing or not JSON.'],
  [/^delete\.body$/, 'Do not read the body of this reply.'],
  [/\.body$/, 'Do not take the post from this reply alone: find it in the list, or read it again.'],
  [/\.status$/, 'Accept every status of success (`response.ok`), not one number.'],
  [/\.missing$/, 'Treat any 4xx as "the post is gone", and a success as done.'],
  [/^create\.location$/, 'Read Location only if it is there, and resolve it against the request URL.'],
  [/^text\.kept$/, 'Show the texts that the service returns, not those that were sent.'],
  [/^list\.order$/, 'Sort the list in the client.'],
  [/^list\.page-size$/, 'Follow the Link header with rel="next" until there is none.'],
  [/^post\.extra-fields$/, 'Ignore fields that the client does not know.'],
  [/^id\./, 'Take ids from replies: they have no order, may exceed 2^53, and may be given again.'],
  [/^input\./, 'Treat any 4xx as refused, and any success as accepted.'],
]

/** What to do about a client that fails with an answer to a choice, or with several together, in a sentence. */
function adviceFor([choice = '', other]: readonly string[]): string {
  if (other !== undefined) return 'Each passes alone: let the client cope where they come together.'
  const [, text] = advice.find(([ids]) => ids.test(choice)) ?? []
  return text ?? 'The document leaves this open: let the client cope with each answer.'
}

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
function testNames(tests: readonly string[]): string {
  if (tests.length === 0) return 'the tests'
  const names = [...new Set(tests.map((test) => test.replace(/^[^>]*\.[cm]?[jt]sx? > /, '')))]
  const told = names.map((name) => `"${clip(name, longestName)}"`)
  return withRest(told, 'tests', mostNames).join(', ')
}
