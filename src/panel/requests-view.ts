import { html, nothing } from 'lit-html'
import { curlOf } from '../../contracts/wire/curl.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { titleOf } from '../../handlers/http/refusal.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { answerField, capital } from './answers-view.ts'
import { bodyView } from './code-view.ts'
import type { Panel } from './panel.ts'
import { type Row, rowsView } from './rows.ts'

/** The most requests that are loaded: the latest. */
const mostRequests = 200

const kinds: Readonly<Record<string, (entry: JournalEntry) => boolean>> = {
  all: () => true,
  writes: ({ method }) => method !== 'GET' && method !== 'HEAD',
  'errors and faults': ({ status, fault }) => status === 0 || status >= 400 || fault !== undefined,
  'beyond the document': ({ warnings }) => warnings.length > 0,
}

/** The requests, the latest first; each with its reply and the choices that shaped it. */
export function requestsView(panel: Panel) {
  const { latest = 0, requests: count = 0 } = panel.state ?? {}
  const path = `journal?after=${latest - Math.min(count, mostRequests)}`
  const journal = panel.latest<{ requests: readonly JournalEntry[] }>('journal', `${latest} ${count}`, path)
  const entries = journal?.requests.filter((entry) => kinds[panel.only]?.(entry)).toReversed()
  const choose = ({ currentTarget }: Event) => {
    panel.only = (currentTarget as HTMLSelectElement).value
    panel.changed()
  }
  return rowsView(panel, {
    label: 'Requests',
    rows: entries?.map((entry, index) => rowOf(panel, entry, entries[index - 1])),
    tools: html`<select aria-label="Which requests" @change=${choose}>${Object.keys(kinds).map((kind) => html`<option ?selected=${kind === panel.only}>${kind}</option>`)}</select>
      <button @click=${() => panel.act(() => panel.call('DELETE', 'journal'))}>Clear</button>`,
    ifNone: panel.only === 'all' ? 'No requests yet. Use your app.' : `None of the requests: ${panel.only}.`,
  })
}

/** @param later the row above; a time that it shows too is not repeated. */
function rowOf(panel: Panel, entry: JournalEntry, later: JournalEntry | undefined): Row {
  const { number, method, path, query, status, fault, warnings } = entry
  return {
    key: `request ${number}`,
    text: `${method} ${path}${query} ${status}`,
    summary: html`<span class="method">${method}</span> <span><span class="mono clip">${path}${query}</span>${fault === undefined ? nothing : html`<span class="badge bad">injected fault</span> `}${
      warnings.length > 0 ? html`<span class="badge warn">beyond the document</span>` : nothing
    }</span> <span><span class="small">${later && timeOf(later) === timeOf(entry) ? nothing : timeOf(entry)}</span> ${statusView(status)}</span>`,
    detail: () => detail(panel, entry),
  }
}

function timeOf({ at }: JournalEntry): string {
  return new Date(at).toTimeString().slice(0, 8)
}

function detail(panel: Panel, entry: JournalEntry) {
  const { number, method, path, query, body, reply, status, duration, fault, warnings, change } = entry
  const again = panel.newReplies.get(number)
  const sendAgain = () =>
    panel.act(async () => {
      panel.newReplies.set(number, await panel.call<PlainReply>('POST', `journal/${number}/again`))
    })
  return html`
    <div class="bar"><span class="method">${method}</span> <span class="mono">${path}${query}</span> ${statusView(status, true)} <span class="small wide">${timeOf(entry)} · ${duration} ms</span>
      <button @click=${() => panel.copy(asCurl(entry))}>Copy as curl</button>
      <button @click=${sendAgain}>Send again</button></div>
    ${fault === undefined ? nothing : html`<p>Injected fault: <code>${typeof fault === 'string' ? fault : stringifyJson(fault)}</code></p>`}
    ${warnings.map(({ detail, document }) => html`<p>${capital(detail)}. The document says:</p><blockquote>${document}</blockquote>`)}
    ${shaping(panel, entry)}
    ${body === undefined ? nothing : html`<h2>Body of the request</h2>${bodyView(textOf(body))}`}
    ${change === undefined ? nothing : html`<section class="stack"><h2>What it changed</h2>${bodyView(change.after, undefined, change.before ?? '')}</section>`}
    <section class="stack"><h2>Reply ${statusView(status, true)}</h2>${bodyView(reply?.body, reply?.length)}</section>
    ${again === undefined ? nothing : html`<section class="stack" aria-live="polite"><h2>Reply now ${statusView(again.broken === 'connection' ? 0 : again.status, true)}</h2>${bodyView(again.body, again.body?.length, reply?.body ?? '')}</section>`}
    ${headers('Headers of the request', entry.headers)}
    ${reply ? headers('Headers of the reply', reply.headers) : nothing}
  `
}

/** The choices that affected a reply, which can be changed here. */
function shaping(panel: Panel, { number }: JournalEntry) {
  const { state, reference } = panel
  const shaped = panel.latest<{ choices: readonly string[] }>(`journal/${number}/shaping`)
  const choices = reference?.choices.filter(({ id }) => shaped?.choices.includes(id)) ?? []
  if (choices.length === 0 || !state) return nothing
  return html`<section class="card"><h2>The document does not state this. Your profile decides:</h2>
    ${choices.map((choice) => answerField(panel, choice, state, `${number}`))}</section>`
}

/** Headers that curl adds itself, or that only a browser sends. */
const ofBrowser =
  /^(?:host|connection|content-length|user-agent|accept.*|sec-.*|origin|referer|cache-control|pragma|priority)$/

/** The command that sends a request again from a terminal; a secret is a variable. */
function asCurl({ method, base, path, query, body, headers }: JournalEntry): string {
  const sent = Object.entries(headers).filter(([name]) => !ofBrowser.test(name))
  const request = { method, path: path + query, headers: Object.fromEntries(sent) }
  const secrets = sent.filter(([, value]) => value === '[redacted]').map(([name]) => name)
  return curlOf(body === undefined ? request : { ...request, body: textOf(body) }, {
    base,
    secrets,
  })
}

function textOf(body: JsonValue): string {
  return typeof body === 'string' ? body : stringifyJson(body)
}

function headers(title: string, named: JournalEntry['headers']) {
  return html`<details><summary>${title}</summary>
    <dl class="mono">${Object.entries(named).map(([name, value]) => html`<dt class="soft">${name}</dt><dd>${value}</dd>`)}</dl></details>`
}

/** @param isWhole with the name of the status. */
function statusView(status: number, isWhole = false) {
  const tone = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return html`<b class="mono ${tone}">${status === 0 ? 'no reply' : `${status}${isWhole ? ` ${titleOf(status)}` : ''}`}</b>`
}
