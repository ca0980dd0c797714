import { choiceOf } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { Finding } from '../judge/finding.ts'
import type { Answer } from '../run/trace.ts'
import { type Clause, clauses } from '../spec/clauses.ts'
import type { Exchange } from '../spec/exchange.ts'
import type { ChoiceResult, ClauseResult, Deviation, SequenceReport, VerifyResult } from '../verify/result.ts'
import { type Cause, causesOf, replayOf } from './cause.ts'
import { isUnlisted, leftoverLine, splitText } from './exchange-text.ts'
import { fit } from './fit.ts'
import { verdictLine, verdictWord, weaknesses } from './headline.ts'
import { type Html, html } from './html.ts'
import { htmlStyle } from './html-style.ts'
import { baselineText, idOf, reasonText } from './known.ts'
import { choiceText, lengthOf, plural, sentence } from './layout.ts'
import { sharedReasons } from './not-judged.ts'
import type { RunFacts } from './run-facts.ts'
import { countsText, profileLines } from './text-report.ts'
import { kindText, momentText } from './trace-text.ts'

/** More notes are collapsed. */
const fewNotes = 5

/** How much of a body is shown, in characters. */
const shown = 600

/**
 * A verification as one self-contained HTML page for the provider's developers: without scripts, at most a megabyte.
 *
 * @example
 * await writeFile('verify.html', htmlReport(result, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function htmlReport(result: VerifyResult, facts: RunFacts): string {
  return fit(visibleData(result), (fitting) => page(fitting, visibleData(facts)).html)
}

function page(result: VerifyResult, facts: RunFacts): Html {
  const { verdict, url } = result
  const line = verdictLine(result)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${verdictWord(result)}: ${url}</title>
<style>${{ html: htmlStyle }}</style>
</head>
<body>
<header>
<p class="verdict ${classOf(verdict)}">${verdictWord(result)}</p>
<h1>${line.slice(line.indexOf('  ') + 2)}</h1>
${weaknessList(result)}
</header>
<main>
${baselineSection(result)}
${causeSection(result)}
${differenceSection(result)}
${clauseSection(result)}
${choiceSection(result)}
${cleanUpSection(result)}
${noteSection(result)}
${runSection(result, facts)}
</main>
</body>
</html>
`
}

function classOf(verdict: string): string {
  return verdict.replaceAll(' ', '-')
}

function weaknessList(result: VerifyResult): Html | undefined {
  const lines = weaknesses(result)
  if (lines.length === 0) return undefined
  return html`<section class="weak" aria-label="Limitations of this verdict"><h2 class="soft">Limitations of this verdict</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`
}

function baselineSection({ baseline }: VerifyResult): Html | undefined {
  if (baseline === undefined) return undefined
  const row = (word: string, deviation: Deviation, reason: string) =>
    html`<tr><td><strong>${word}</strong></td><th scope="row"><code>${idOf(deviation)}</code></th><td>${'clause' in deviation ? deviation.cause : html`<code>${choiceText(deviation.answer)}</code>`}</td><td>${reason}</td></tr>`
  const rows = [
    ...baseline.new.map((each) => row('new', each, '')),
    ...baseline.expired.map((each) => row('expired', each, reasonText(each))),
    ...baseline.known.map((each) => row('known', each, reasonText(each))),
    ...baseline.fixed.map((each) => row('fixed', each, reasonText(each))),
  ]
  return html`<section><h2>Comparison with the baseline</h2><p>${baselineText(baseline)}</p>${rows.length === 0 ? undefined : table('New, known and fixed deviations', ['', 'Clause or choice', 'Cause or answer', 'Reason'], rows)}</section>`
}

function causeSection(result: VerifyResult): Html | undefined {
  const causes = causesOf(result)
  if (causes.length === 0) return undefined
  return html`<section><h2>What is wrong</h2>${causes.map((cause) => causeArticle(cause, result))}</section>`
}

function causeArticle(cause: Cause, { command }: VerifyResult): Html {
  const { clause, finding, sequence, difference, alsoSeenAs, more } = cause
  const { statement, words, source } = clauses[clause]
  return html`<article class="cause" id="${clause}">
<h3><span class="bad" aria-hidden="true">✗</span> ${link(clause)}: ${statement}</h3>
<blockquote>“${words}” <span>(${source})</span></blockquote>
<p class="about">${sentence(finding.about)}.</p>
<p class="soft">Shown by ${finding.shownBy}${sequence ? `; ${kindText(sequence)}` : ''}.</p>
<div class="exchange"><h4>Difference${difference === undefined ? '' : `: ${difference}`}</h4>
<div class="side wrong"><h5 class="bad">Actual</h5>${code(finding.actual)}</div>
<div class="side right"><h5 class="good">Expected</h5>${code(finding.expected)}</div></div>
${sequence ? traceHtml(sequence) : exchangesHtml(finding.exchanges)}
<h4>Reproduce it</h4>
${sequence ? code(sequence.script.join('\n')) : repeatHtml(finding)}
${finding.bodyFile === undefined ? undefined : html`<p class="soft">The file ${finding.bodyFile} beside this page has the body of the request.</p>`}
<h4>Replay it</h4>${code(replayOf(cause, command))}
${alsoSeenAs.length > 0 ? html`<p class="soft">It also explains findings of ${alsoSeenAs.join(', ')}.</p>` : undefined}
${more > 0 ? html`<p class="soft">${more.toLocaleString('en')} more ${more === 1 ? 'finding' : 'findings'} of this clause; the JSON report has the first few.</p>` : undefined}
</article>`
}

function repeatHtml(finding: Finding): Html | undefined {
  if (finding.repeat !== undefined) return code(finding.repeat)
  const split = splitText(finding)
  return split === undefined ? undefined : html`<p class="soft">${split}</p>`
}

function exchangesHtml(exchanges: readonly Exchange[]): Html[] {
  return exchanges.map(
    ({ request, reply }, at) => html`<div class="exchange"><h4>Exchange ${at + 1} of ${exchanges.length}</h4>
<div class="side"><h5>Sent</h5>${code(requestText(request))}</div>
<div class="side"><h5>Received</h5>${code(replyText(reply))}</div></div>`,
  )
}

function requestText({ method, path, headers, body }: Exchange['request']): string {
  return [`${method} ${path}`, ...headerLines(headers), ...(body === undefined ? [] : ['', cut(body)])].join(
    '\n',
  )
}

/** The shown headers. */
const telling =
  /^(?:content-type|content-encoding|location|link|allow|retry-after|www-authenticate|etag|cache-control|age)$/

function replyText({ status, headers, body, cut: missing }: Exchange['reply']): string {
  const left = missing === undefined ? [] : [`(${missing})`]
  return [String(status), ...headerLines(headers), '', body === '' ? '(no body)' : cut(body), ...left].join(
    '\n',
  )
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (telling.test(name) ? [`${name}: ${value}`] : []))
}

function cut(text: string): string {
  if (text.length <= shown) return text
  return `${text.slice(0, shown)}… (${lengthOf(text).toLocaleString('en')} characters)`
}

function traceHtml({ trace }: SequenceReport): Html {
  const rows = trace.map(({ step, times, request, provider, mock, isSame, isAtOnce, moment }) => {
    const often = times > 1 ? `${times} × ` : ''
    const sent = `${often}${request.method} ${request.path}${request.body === undefined ? '' : ` ${cut(request.body)}`}`
    const when = moment ? html` <code>${momentText(moment)}</code>` : isAtOnce ? ' at once' : ''
    return html`<tr><td>${step}${when}</td><td><code>${sent}</code></td>
<td><code${isSame ? '' : { html: ' class="bad"' }}>${answerText(provider)}</code></td><td><code${isSame ? '' : { html: ' class="good"' }}>${moment ? '' : answerText(mock)}</code></td></tr>`
  })
  return table(
    'The requests of the sequence, and both replies',
    ['Step', 'Request', 'Provider', 'Expected'],
    rows,
  )
}

function answerText({ status, body, posts }: Answer): string {
  if (posts === undefined) return `${status} ${body === '' ? '(no body)' : body}`
  return `${status} ${plural(posts, 'post')}${body === '[]' ? '' : `, among them ${body.slice(1, -1)}`}`
}

function differenceSection({ choices }: VerifyResult): Html | undefined {
  const differing = choices.filter(({ verdict }) => verdict === 'differs')
  if (differing.length === 0) return undefined
  const rows = differing.map(
    ({ choice, expected, actual, reason }) =>
      html`<tr id="${choice}"><th scope="row"><code>${choice}</code></th><td><code>${stringifyJson(expected)}</code></td><td><code>${actual === undefined ? reason : stringifyJson(actual)}</code></td><td>${choiceOf(choice).about}</td></tr>`,
  )
  const lines = profileLines(differing)
  return html`<section><h2>Differences from the mock</h2><p>The document leaves these open: the provider is correct, but the mock answers differently.</p>
${table('Choices that differ', ['Choice', 'Profile', 'Provider', 'What it decides'], rows)}
${lines.length === 0 ? undefined : html`<h3>Add these lines to the profile to make the mock answer like the provider</h3>${code(lines.join(',\n'))}`}</section>`
}

function clauseSection(result: VerifyResult): Html {
  const shared = sharedReasons(result.clauses)
  const rows = result.clauses.map((each) => clauseRow(each, shared))
  const done = result.operations.map(
    ({ operation, accepted, refused, isLeftOut }) =>
      `${operation} ${isLeftOut ? 'left out' : `${accepted} accepted`}${Object.entries(refused)
        .map(([status, count]) => `, ${count} × ${status}`)
        .join('')}`,
  )
  return html`<section><h2>Clauses and operations</h2><p>${countsText(result)}</p>
${table('The clauses of the document, their operations, and how many observations could have broken them', ['Clause', 'Verdict', 'Operations', 'Observations'], rows)}
${done.length > 0 ? html`<p class="soft">Ordinary requests: ${done.join('; ')}.</p>` : undefined}</section>`
}

function clauseRow(
  { clause, verdict, observations, reason }: ClauseResult,
  shared: ReadonlyMap<string, string>,
): Html {
  const { operations, statement } = clauses[clause] as Clause
  return html`<tr${verdict === 'broken' ? '' : anchor(clause)}><th scope="row"><code>${verdict === 'broken' ? link(clause) : clause}</code><br>${reason === undefined || shared.has(reason) ? statement : reason}</th><td class="${classOf(verdict)}"><strong>${verdict}</strong></td><td>${operations.join(', ')}</td><td>${observations}</td></tr>`
}

function choiceSection({ choices }: VerifyResult): Html | undefined {
  if (choices.length === 0) return undefined
  const rows = choices.map(
    ({ choice, verdict, expected, actual, reason }) =>
      html`<tr${verdict === 'differs' ? '' : anchor(choice)}><th scope="row"><code>${choice}</code><br>${choiceOf(choice).about}</th><td class="${classOf(verdict)}"><strong>${verdict}</strong></td><td><code>${choiceText(expected)}</code></td><td>${actual === undefined ? reason : html`<code>${choiceText(actual)}</code>`}</td></tr>`,
  )
  return html`<section><h2>Choices</h2><details><summary>All ${choices.length} choices</summary>
${table('What the document leaves open', ['Choice', 'Verdict', 'Profile', 'Provider'], rows)}</details></section>`
}

function cleanUpSection({ leftovers, mode }: VerifyResult): Html {
  const lines = leftovers.map((leftover) => {
    const { title, path, curl, reason } = leftover
    if (isUnlisted(leftover)) return html`<li>${leftoverLine(leftover).trim()}</li>`
    return html`<li><code>${path ?? 'unknown id'}</code> ${title}${curl === undefined ? html`: ${reason ?? ''}` : code(curl)}</li>`
  })
  const none = mode.readOnly
    ? 'This run wrote nothing.'
    : 'This run removed every post that it created, and checked that.'
  return html`<section><h2>Clean-up</h2>${lines.length === 0 ? html`<p>${none}</p>` : html`<p>These posts may be left at the provider:</p><ul>${lines}</ul>`}</section>`
}

function noteSection({ notes }: VerifyResult): Html | undefined {
  if (notes.length === 0) return undefined
  const list = html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`
  const folded = html`<details class="printed"><summary>${plural(notes.length, 'note')}</summary>${list}</details>`
  return html`<section><h2>Notes</h2>${notes.length > fewNotes ? folded : list}</section>`
}

function runSection(result: VerifyResult, { at, by }: RunFacts): Html {
  const { url, requests, duration, sequences, command, mode, choices } = result
  const server = serverOf(choices)
  const facts: [string, string][] = [
    ['Provider', url + (server === undefined ? '' : ` (${server})`)],
    [
      'Judged by',
      mode.profile === undefined
        ? 'only the interface document'
        : `the interface document and the profile ${mode.profile}`,
    ],
    ['When', new Date(at).toISOString()],
    ['Duration', `${(duration / 1000).toFixed(1)} s, ${plural(requests, 'request')}`],
    ...(sequences
      ? [['Sequences', `${sequences.sequences}, seed ${sequences.seed}`] as [string, string]]
      : []),
    ['By', by],
  ]
  return html`<section><h2>This run</h2><dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl><h3>Command</h3>${code(command)}</section>`
}

/** The provider's server header. */
function serverOf(choices: readonly ChoiceResult[]): string | undefined {
  const [headers = {}] = choices.flatMap(({ evidence }) => evidence.map(({ reply }) => reply.headers))
  return headers.server ?? headers['x-powered-by']
}

/** The place of a clause or a choice in the page: where its finding is, or else its row. */
function anchor(id: string): Html {
  return html` id="${id}"`
}

function link(id: string): Html {
  return html`<a href="#${id}">${id}</a>`
}

function code(text: string): Html {
  return html`<pre>${text === '' ? '(empty)' : text}</pre>`
}

function table(caption: string, head: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}
