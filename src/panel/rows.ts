import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import type { Panel } from './panel.ts'

/** The most rows that are shown. */
const most = 1000

/** A row; chosen, it shows more beside the list, or where there is no room in place of it. */
export interface Row {
  /** Its identity among all rows of the panel. */
  readonly key: string
  /** What the filter looks at. */
  readonly text: string
  readonly summary: TemplateResult
  readonly detail: () => unknown
}

interface Rows {
  /** What the list is, such as `Posts`. */
  readonly label: string
  readonly rows: readonly Row[] | undefined
  /** What there is above the list, beside its filter. */
  readonly tools: TemplateResult
  readonly ifNone: string
  /** What can be chosen without being a row. */
  readonly other?: Pick<Row, 'key' | 'detail'>
}

/** A list of the rows that the filter passes, and the one that is chosen. */
export function rowsView(panel: Panel, { label, rows, tools, ifNone, other }: Rows) {
  const words = panel.filter.trim().toLowerCase()
  const found = rows?.filter(({ text }) => text.toLowerCase().includes(words)) ?? []
  const chosen = [...(rows ?? []), ...(other ? [other] : [])].find(({ key }) => key === panel.chosen)
  const name = label.toLowerCase()
  return html`<div class="split">
    <div class="list">
      <div class="bar tools">
        ${filterField(panel, `Filter ${name}`)}
        ${tools}
      </div>
      <ul class="rows" role="list" aria-label=${label}>${repeat(
        found.slice(0, most),
        ({ key }) => key,
        ({ key, summary }) =>
          html`<li><button aria-current=${key === panel.chosen} @click=${(event: Event) => choose(panel, event, key)}>${summary}</button></li>`,
      )}</ul>
      ${found.length > most ? html`<p class="empty">The first ${most} of ${found.length}. Filter to see others.</p>` : nothing}
      ${rows && found.length === 0 ? html`<p class="empty">${rows.length === 0 ? ifNone : 'Nothing contains this.'}</p>` : nothing}
    </div>
    <section class="detail stack" tabindex="-1" aria-label="What is chosen">
      ${chosen ? html`<div><button class="back" @click=${(event: Event) => leave(panel, event)}>← ${label}</button></div>${chosen.detail()}` : html`<p class="empty">Choose one of the ${name}.</p>`}
    </section>
  </div>`
}

export function filterField(panel: Panel, label: string) {
  const filter = ({ currentTarget }: Event) => {
    panel.filter = (currentTarget as HTMLInputElement).value
    panel.changed()
  }
  return html`<input class="wide" type="search" placeholder=${label} aria-label=${label} .value=${panel.filter} @input=${filter} />`
}

/** Shows a row, and goes there: the list may be hidden then. */
export function choose(panel: Panel, { target }: Event, key: string): void {
  const view = (target as Element).closest('.split')
  panel.chosen = key
  panel.changed(() => view?.querySelector<HTMLElement>('.detail')?.focus())
}

/** Goes back to where a row was chosen. */
export function leave(panel: Panel, { target }: Event): void {
  const view = (target as Element).closest('.split')
  const from = view?.querySelector<HTMLElement>('.list [aria-current=true]')
  panel.chosen = undefined
  panel.changed(() => from?.focus())
}
