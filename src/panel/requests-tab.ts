import { css, html, nothing } from 'lit'
import type { JournalEntry } from '../../handlers/journal.ts'
import { PanelView } from './panel-view.ts'
import type { Rows } from './rows.ts'
import { clockTime, kindOf, shownStatus } from './shown-request.ts'
import { controls } from './style/controls.ts'
import { request } from './style/request.ts'
import { rows } from './style/rows.ts'

/** The requests that came, the latest first, and one of them in full. */
export class RequestsTab extends PanelView {
  static override properties = { filter: { state: true }, shown: { state: true } }
  static override styles = [
    controls,
    rows,
    request,
    css`
      .row { grid-template-columns: 5.5ch minmax(0, 1fr) auto; align-items: baseline; }
      .row .soft { grid-column: 2 / -1; display: flex; gap: 8px; align-items: baseline; }
    `,
  ]
  declare filter: string
  /** The one that is shown in full. */
  declare shown: JournalEntry | undefined

  constructor() {
    super()
    this.filter = ''
  }

  override render() {
    const { model } = this
    model.wantRequests()
    if (this.shown)
      return html`<understudy-request .model=${model} .entry=${this.shown} @leave=${this.#leave}></understudy-request>`
    const entries = matching(model.requests, this.filter).toReversed()
    return html`
      <div class="bar">
        <input class="wide" type="search" placeholder="Filter by path, method, status" aria-label="Filter requests" .value=${this.filter} @input=${this.#onFilter} />
        <button ?disabled=${model.requests.length === 0} @click=${() => model.forgetRequests()}>Clear</button>
      </div>
      ${
        entries.length > 0
          ? html`<understudy-rows label="Requests, the latest first" .items=${entries} .keyOf=${numberOf} .row=${this.#row}></understudy-rows>`
          : html`<p class="empty">${model.requests.length === 0 ? 'Nothing was asked yet. Use the page, and its requests show up here.' : 'No request is like that.'}</p>`
      }
    `
  }

  #row = (entry: JournalEntry) => html`
    <button class="row" @click=${() => this.#show(entry)}>
      <b class="data">${entry.method}</b>
      <span class="data clip">${entry.path}${entry.query}</span>
      <b class="data ${kindOf(entry)}">${shownStatus(entry)}</b>
      <span class="soft"><span class="data">${clockTime(entry.at)}</span><span class="data">${entry.duration} ms</span>${
        entry.fault ? html`<span class="bad">asked to fail</span>` : nothing
      }${entry.warnings.length > 0 ? html`<mark>beyond the document</mark>` : nothing}</span>
    </button>
  `

  #onFilter = (event: Event): void => {
    this.filter = (event.target as HTMLInputElement).value
  }

  #show(entry: JournalEntry): void {
    this.shown = entry
  }

  #leave = async (): Promise<void> => {
    this.shown = undefined
    await this.updateComplete
    this.renderRoot.querySelector<Rows>('understudy-rows')?.focusRow()
  }
}

function numberOf({ number }: JournalEntry): unknown {
  return number
}

function matching(entries: readonly JournalEntry[], filter: string): readonly JournalEntry[] {
  const words = filter.trim().toLowerCase()
  if (words === '') return entries
  return entries.filter(({ method, path, query, status }) =>
    `${method} ${path}${query} ${status}`.toLowerCase().includes(words),
  )
}
