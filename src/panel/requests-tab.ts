import { css, html, nothing } from 'lit'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { ListView } from './list-view.ts'
import { clockTime, kindOf, shownStatus } from './request-details.ts'
import { controls } from './style/controls.ts'
import { rows } from './style/rows.ts'

/** How many pending requests are shown. */
const shownHeld = 5

/** The requests, latest first. */
export class RequestsTab extends ListView<JournalEntry> {
  static override styles = [
    controls,
    rows,
    css`
      .row { grid-template-columns: 5.5ch minmax(0, 1fr) auto; align-items: baseline; }
      .held { border-top: 1px solid var(--line); }
      .held li { position: static; gap: 10px; padding: 6px 14px; }
      .held .clip { flex: 1; }
      .row .small { grid-column: 2 / -1; display: flex; gap: 8px; }
    `,
  ]

  override render() {
    const { model } = this
    model.wantRequests()
    const { requests } = model
    const entries = this.matching(requests, textOf).toReversed()
    const { opened } = this
    return html`
      <div class="col" ?inert=${opened !== undefined}>
        <div class="bar">
          ${this.filterField('Filter requests')}
          <button @click=${() => model.forgetRequests()}>Clear</button>
        </div>
        ${this.#renderHeld()}
        ${
          entries.length > 0
            ? html`<understudy-rows label="Requests, the latest first" .items=${entries} .keyOf=${numberOf} .row=${this.#row}></understudy-rows>`
            : html`<p class="empty">${requests.length === 0 ? 'No requests yet. Use the page.' : html`No request contains <b>${this.filter}</b>.`}</p>`
        }
      </div>
      ${opened ? html`<understudy-request .model=${model} .entry=${opened} @leave=${this.leave}></understudy-request>` : nothing}
    `
  }

  #renderHeld() {
    const held = this.matching(
      this.model.state?.held ?? [],
      ({ method, path }) => `${method} ${path} pending`,
    )
    if (held.length === 0) return nothing
    return html`<ul class="held" aria-label="Requests without a reply yet">${held
      .slice(0, shownHeld)
      .map(
        ({ method, path, at }) =>
          html`<li class="data"><b>${method}</b><span class="clip">${path}</span><b class="warn">pending</b><span class="small">since ${clockTime(at)}</span></li>`,
      )}${held.length > shownHeld ? html`<li class="small">and ${held.length - shownHeld} more</li>` : nothing}</ul>`
  }

  #row = (entry: JournalEntry) => html`
    <button class="row" @click=${() => this.open(entry)}>
      <b class="data">${entry.method}</b>
      <span class="data clip">${entry.path}${entry.query}</span>
      <b class="data ${kindOf(entry)}">${shownStatus(entry)}</b>
      <span class="small"><span class="data">${clockTime(entry.at)}</span><span class="data">${entry.duration} ms</span>${
        entry.fault ? html`<span class="bad">injected fault</span>` : nothing
      }${entry.warnings.length > 0 ? html`<mark>beyond the document</mark>` : nothing}</span>
    </button>
  `
}

function numberOf({ number }: JournalEntry): unknown {
  return number
}

function textOf({ method, path, query, status }: JournalEntry): string {
  return `${method} ${path}${query} ${status}`
}
