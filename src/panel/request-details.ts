import { css, html, nothing } from 'lit'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Reference } from '../devtools/reference.ts'
import { repeatable } from '../devtools/repeatable.ts'
import { choiceField } from './choice-field.ts'
import { copyText } from './copy-text.ts'
import { DetailView } from './detail-view.ts'
import { backIcon } from './icons.ts'
import { controls } from './style/controls.ts'

/** Shows one request. Emits `leave` at the end. */
export class RequestDetails extends DetailView {
  static override properties = { entry: { attribute: false }, shapedBy: { state: true } }
  static override styles = [
    controls,
    css`
      .scroll { padding: 4px 14px 14px; }
      dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 14px; }
      dd, pre { overflow-wrap: anywhere; white-space: pre-wrap; }
      .scroll h3 { margin: 16px 0 4px; }
      .scroll h3:first-child { margin-top: 4px; }
      .low { margin-top: -6px; }
      pre { padding: 10px 12px; max-height: 14em; overflow: auto; background: var(--sunk); border-radius: 5px; }
      li + li { margin-top: 10px; }
      .shaping li { display: flex; align-items: center; gap: 8px; margin: 0; padding: 3px 0; }
      .shaping select { max-width: 55%; }
      details { margin-top: 10px; }
      summary { cursor: pointer; }
      details dl, details ul { margin-top: 6px; }
    `,
  ]
  declare entry: JournalEntry
  /** The choices that affected the reply; undefined until they are loaded. */
  declare shapedBy: readonly string[] | undefined

  protected override firstUpdated(): void {
    super.firstUpdated()
    const { model, entry } = this
    void model.act(async () => {
      this.shapedBy = await model.control.shapedBy(entry)
    })
  }

  override render() {
    const { entry, model } = this
    const { method, path, query, body, warnings } = entry
    const { control } = model
    return html`
      <div class="bar">
        <button class="icon quiet" aria-label="Back to the requests" @click=${this.leave}>${backIcon}</button>
        <h3 class="data clip wide">${method} ${path}${query}</h3>
      </div>
      <div class="bar low">
        <button @click=${this.#sendAgain}>Send again</button>
        <button @click=${() => copyText(model, control.asCurl(entry), 'Copied as a curl command.')}>Copy as curl</button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label="Details of the request">
        <h3>Reply <b class="data ${kindOf(entry)}">${shownStatus(entry)}</b></h3>
        ${this.#renderReply()}
        ${this.#renderShaping()}
        ${
          warnings.length > 0
            ? html`<h3>Beyond the document</h3>
              <ul>${warnings.map(({ detail, document }) => html`<li>${detail}. The document says:<blockquote>${document}</blockquote></li>`)}</ul>`
            : nothing
        }
        <h3>Request</h3>
        <p class="small">${entry.operation ?? 'none of the five operations'}, at <span class="data">${clockTime(entry.at)}</span>, took <span class="data">${entry.duration} ms</span></p>
        ${body === undefined ? nothing : html`<pre class="data" tabindex="0">${typeof body === 'string' ? body : stringifyJson(body, 2)}</pre>`}
        ${headers('Request headers', entry.headers)}
      </div>
    `
  }

  #renderReply() {
    const { reply, fault } = this.entry
    return html`
      ${fault ? html`<p>Injected fault: <span class="data">${typeof fault === 'string' ? fault : stringifyJson(fault)}</span></p>` : nothing}
      ${reply?.body ? html`<pre class="data" tabindex="0">${pretty(reply.body)}</pre>` : html`<p class="soft">No body.</p>`}
      ${reply ? headers('Reply headers', reply.headers) : nothing}
    `
  }

  /** The clauses behind a reply, and the choices that affected it, which can be changed here. */
  #renderShaping() {
    const { model, entry } = this
    model.wantReference()
    const { state, reference } = model
    if (!state || !reference) return nothing
    const clauses = clausesBehind(entry, reference)
    const choices = reference.choices.filter(({ id }) => this.shapedBy?.includes(id))
    return html`
      ${
        choices.length === 0
          ? nothing
          : html`<h3>Not stated by the document: answers of the profile</h3>
            <ul class="shaping">${choices.map(
              (choice) =>
                html`<li><label for=${`choice-${choice.id}`} class="data wide" title=${choice.about}>${choice.id}</label>${choiceField(model, choice, state.profile)}</li>`,
            )}</ul>`
      }
      ${
        clauses.length === 0
          ? nothing
          : html`<details><summary>The document states ${clauses.length === 1 ? 'one point' : `${clauses.length} points`}</summary>
            <ul>${clauses.map(({ id, statement }) => html`<li><b class="data">${id}</b> ${statement}</li>`)}</ul></details>`
      }
    `
  }

  #sendAgain = (): void => {
    const { model, entry } = this
    const { method, path, headers, body } = repeatable(entry)
    void model.act(async () => {
      const response = await fetch(model.control.postsUrl + path, {
        method,
        headers: Object.fromEntries([...headers, ...worldOf(entry)]),
        ...(body !== undefined && { body }),
      })
      await response.arrayBuffer()
    }, 'Sent again; it is the first request of the list.')
  }
}

/** The clauses behind a reply; none for an injected fault. */
function clausesBehind(
  { operation, status, fault }: JournalEntry,
  { clauses }: Reference,
): Reference['clauses'] {
  if (operation === undefined || fault !== undefined) return []
  return clauses.filter(
    ({ id, operations }) =>
      operations.includes(operation) &&
      (status < 400 ? !id.endsWith('.missing') : status === 404 && id.endsWith('.missing')),
  )
}

function headers(title: string, named: JournalEntry['headers']) {
  return html`<details><summary>${title}</summary>
    <dl class="data">${Object.entries(named).map(([name, value]) => html`<dt class="soft">${name}</dt><dd>${value}</dd>`)}</dl></details>`
}

/** Indents JSON; returns invalid JSON as it is. */
function pretty(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2)
  } catch {
    return text
  }
}

/** The header that selects the world of the request. */
function worldOf({ headers }: JournalEntry): [string, string][] {
  const world = headers['x-understudy-world']
  return world === undefined ? [] : [['x-understudy-world', world]]
}

/** The CSS class for the result of a request. */
export function kindOf({ status }: JournalEntry): 'good' | 'warn' | 'bad' {
  return status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
}

export function shownStatus({ status }: JournalEntry): string {
  return status === 0 ? 'no reply' : `${status}`
}

export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}
