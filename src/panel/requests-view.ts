import { html, nothing } from 'lit-html'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { asCurl, repeatable } from '../devtools/repeatable.ts'
import { choiceField } from './choice-field.ts'
import type { Panel } from './panel.ts'
import { bodyView } from './reply-body.ts'
import { filterField, matching, type Row, rowList } from './rows.ts'

/** The requests, the latest first; each opens to its reply and to the choices that shaped it. */
export function requestsView(panel: Panel) {
  panel.wantRequests()
  const { requests } = panel
  const found = matching(
    panel,
    'requests',
    requests,
    ({ method, path, query, status }) => `${method} ${path}${query} ${status}`,
  )
  const clear = () => panel.act(() => panel.call('DELETE', 'journal'))
  return html`
    <div class="bar">
      ${filterField(panel, 'requests')}
      <button @click=${clear}>Clear</button>
    </div>
    ${rowList(panel, 'Requests, the latest first', found.toReversed(), (entry) => rowOf(panel, entry))}
    ${found.length > 0 ? nothing : html`<p class="empty">${requests.length === 0 ? 'No requests yet. Use your app.' : 'No request contains this.'}</p>`}
  `
}

function rowOf(panel: Panel, entry: JournalEntry): Row {
  const { number, method, path, query, status, at, duration, fault, warnings } = entry
  return {
    key: `request ${number}`,
    summary: html`<b class="data">${method}</b> <span class="row"><span class="data clip">${path}${query}</span>
      <span class="small">${clockTime(at)}, ${duration} ms${fault === undefined ? nothing : html` <span class="bad">injected fault</span>`}${
        warnings.length > 0 ? html` <mark>beyond the document</mark>` : nothing
      }</span></span> ${shownStatus(status)}`,
    details: () => details(panel, entry),
  }
}

function details(panel: Panel, entry: JournalEntry) {
  const { body, reply, status, fault, warnings, number } = entry
  const again = panel.newReplies.get(number)
  const copy = () =>
    panel.act(
      () => navigator.clipboard.writeText(asCurl(entry, panel.source.postsUrl)),
      'Copied as a curl command.',
    )
  return html`
    ${fault === undefined ? nothing : html`<p>Injected fault: <span class="data">${typeof fault === 'string' ? fault : stringifyJson(fault)}</span></p>`}
    ${warnings.map(({ detail, document }) => html`<p>${detail}. The document says:</p><blockquote>${document}</blockquote>`)}
    ${body === undefined ? nothing : html`<h2>Body of the request</h2>${bodyView(typeof body === 'string' ? body : (stringifyJson(body) ?? ''))}`}
    <div class="replies">
      <section><h2>Reply ${shownStatus(status)}</h2>${bodyView(reply?.body, reply?.length)}</section>
      ${again === undefined ? nothing : html`<section aria-live="polite"><h2>Reply now ${shownStatus(again.status)}</h2>${bodyView(again.body)}</section>`}
    </div>
    ${shaping(panel, entry)}
    <div class="bar">
      <button class="first" @click=${() => sendAgain(panel, entry)}>Send again with this</button>
      <button @click=${copy}>Copy as curl</button>
    </div>
    ${headers('Headers of the request', entry.headers)}
    ${reply ? headers('Headers of the reply', reply.headers) : nothing}
  `
}

/** The choices that affected a reply, which can be changed here. */
function shaping(panel: Panel, entry: JournalEntry) {
  panel.wantReference()
  panel.wantShaping(entry)
  const { reference, state } = panel
  const ids = panel.shaping.get(entry.number) ?? []
  const choices = reference?.choices.filter(({ id }) => ids.includes(id)) ?? []
  if (choices.length === 0 || !state) return nothing
  return html`<h2>The document does not state this. Your profile decides:</h2>
    <ul class="choices">${choices.map((choice) => html`<li>${choiceField(panel, choice, state, `${entry.number}`)}</li>`)}</ul>`
}

function sendAgain(panel: Panel, entry: JournalEntry): void {
  const { method, path, headers, body } = repeatable(entry)
  const { postsUrl, fetch: send } = panel.source
  void panel.act(async () => {
    const init = { method, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) }
    const reply = await send(postsUrl + path, init).then(
      async (response) => ({ status: response.status, body: await response.text() }),
      () => ({ status: 0, body: '' }),
    )
    panel.newReplies.set(entry.number, reply)
    panel.changed()
  })
}

function headers(title: string, named: JournalEntry['headers']) {
  return html`<details class="headers"><summary>${title}</summary>
    <dl class="data">${Object.entries(named).map(([name, value]) => html`<dt class="soft">${name}</dt><dd>${value}</dd>`)}</dl></details>`
}

function shownStatus(status: number) {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return html`<b class="data ${kind}">${status === 0 ? 'no reply' : status}</b>`
}

function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}
