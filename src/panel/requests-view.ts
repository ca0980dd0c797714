import { html, nothing } from 'lit-html'
import type { PlainReply } from '../../handlers/http/plain.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { isObject, type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Reference } from '../control/routes.ts'
import type { Panel } from './panel.ts'
import { filterField, type Row, rowList } from './rows.ts'
import { choiceField } from './settings-view.ts'

/** The most requests that are loaded: the latest. */
const mostRequests = 200

/** The requests, the latest first; each opens to its reply and to the choices that shaped it. */
export function requestsView(panel: Panel) {
  const { latest = 0, requests: count = 0 } = panel.state ?? {}
  const path = `journal?after=${latest - Math.min(count, mostRequests)}`
  const journal = panel.latest<{ requests: readonly JournalEntry[] }>('journal', `${latest} ${count}`, path)
  const rows = journal?.requests.toReversed().map((entry) => rowOf(panel, entry)) ?? []
  return html`
    <div class="bar">
      ${filterField(panel, 'Filter requests')}
      <button @click=${() => panel.act(() => panel.call('DELETE', 'journal'))}>Clear</button>
    </div>
    ${rowList(panel, 'Requests, the latest first', rows, 'No requests yet. Use your app.')}
  `
}

function rowOf(panel: Panel, entry: JournalEntry): Row {
  const { number, method, path, query, status, at, duration, fault, warnings } = entry
  const time = new Date(at).toTimeString().slice(0, 8)
  return {
    key: `request ${number}`,
    text: `${method} ${path}${query} ${status}`,
    summary: html`<b class="data">${method}</b> <span class="row"><span class="data clip">${path}${query}</span>
      <span class="small">${time}, ${duration} ms${fault === undefined ? nothing : html` <span class="bad">injected fault</span>`}${
        warnings.length > 0 ? html` <mark>beyond the document</mark>` : nothing
      }</span></span> ${shownStatus(status)}`,
    details: () => details(panel, entry),
  }
}

function details(panel: Panel, entry: JournalEntry) {
  const { number, body, reply, status, fault, warnings } = entry
  const again = panel.newReplies.get(number)
  const sendAgain = () =>
    panel.act(async () => {
      panel.newReplies.set(number, await panel.call<PlainReply>('POST', `journal/${number}/again`))
    })
  return html`
    ${fault === undefined ? nothing : html`<p>Injected fault: <span class="data">${typeof fault === 'string' ? fault : stringifyJson(fault)}</span></p>`}
    ${warnings.map(({ detail, document }) => html`<p>${detail}. The document says:</p><blockquote>${document}</blockquote>`)}
    ${body === undefined ? nothing : html`<h2>Body of the request</h2>${bodyView(typeof body === 'string' ? body : stringifyJson(body))}`}
    <div class="replies">
      <section><h2>Reply ${shownStatus(status)}</h2>${bodyView(reply?.body, reply?.length)}</section>
      ${again === undefined ? nothing : html`<section aria-live="polite"><h2>Reply now ${shownStatus(again.broken === 'connection' ? 0 : again.status)}</h2>${bodyView(again.body)}</section>`}
    </div>
    ${shaping(panel, entry)}
    <div class="bar">
      <button @click=${sendAgain}>Send again with this</button>
    </div>
    ${headers('Headers of the request', entry.headers)}
    ${reply ? headers('Headers of the reply', reply.headers) : nothing}
  `
}

/** The choices that affected a reply, which can be changed here. */
function shaping(panel: Panel, { number }: JournalEntry) {
  const { state } = panel
  const reference = panel.latest<Reference>('reference')
  const shaped = panel.latest<{ choices: readonly string[] }>(`journal/${number}/shaping`)
  const choices = reference?.choices.filter(({ id }) => shaped?.choices.includes(id)) ?? []
  if (choices.length === 0 || !state) return nothing
  return html`<h2>The document does not state this. Your profile decides:</h2>
    <ul class="choices">${choices.map((choice) => html`<li>${choiceField(panel, choice, state, `${number}`)}</li>`)}</ul>`
}

function headers(title: string, named: JournalEntry['headers']) {
  return html`<details class="headers"><summary>${title}</summary>
    <dl class="data">${Object.entries(named).map(([name, value]) => html`<dt class="soft">${name}</dt><dd>${value}</dd>`)}</dl></details>`
}

function shownStatus(status: number) {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return html`<b class="data ${kind}">${status === 0 ? 'no reply' : status}</b>`
}

/** The most characters of a body that are shown; the journal keeps as many. */
const mostCharacters = 2000

/**
 * A body: posts as rows, other JSON indented, anything else as it is.
 * @param length the characters of the whole body, where `given` is only its beginning.
 */
function bodyView(given: string | undefined, length = given?.length ?? 0) {
  if (!given) return html`<p class="soft">No body.</p>`
  const text = given.slice(0, mostCharacters)
  // Of a list that is cut, the posts that are complete.
  const value = read(length > mostCharacters ? `${text.slice(0, text.lastIndexOf('}') + 1)}]` : text)
  const cut =
    length > mostCharacters
      ? html`<p class="small">Cut at ${mostCharacters.toLocaleString('en')} of ${length.toLocaleString('en')} characters.</p>`
      : nothing
  if (!Array.isArray(value) || !value.every(isObject))
    return html`<pre class="data" tabindex="0">${value === undefined ? text : stringifyJson(value, 2)}</pre>${cut}`
  return html`<ol class="list" tabindex="0">${value.map(
    ({ id, title }) => html`<li><span class="data soft">${id}</span> <span dir="auto">${title}</span></li>`,
  )}</ol>${cut}`
}

function read(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
