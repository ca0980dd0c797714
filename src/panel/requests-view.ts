import { html, nothing } from 'lit-html'
import type { PlainReply } from '../../handlers/http/plain.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Reference } from '../devtools/reference.ts'
import { choiceField } from './choice-field.ts'
import type { Panel } from './panel.ts'
import { bodyView } from './reply-body.ts'
import { filterField, type Row, rowList } from './rows.ts'

/** The most requests that are loaded: the latest. */
const most = 200

/** The requests, the latest first; each opens to its reply and to the choices that shaped it. */
export function requestsView(panel: Panel) {
  const { latest = 0, requests: count = 0 } = panel.state ?? {}
  const path = `journal?after=${latest - Math.min(count, most)}`
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
