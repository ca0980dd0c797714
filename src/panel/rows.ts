import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import type { Panel } from './panel.ts'

/** The most rows that are shown. */
const most = 1000

/** A row that can be opened. */
export interface Row {
  /** Its identity among all rows of the panel. */
  readonly key: string
  /** What the filter looks at. */
  readonly text: string
  readonly summary: TemplateResult
  /** What it shows when it is open. */
  readonly details: () => TemplateResult
}

/** A list of the rows that the filter passes. */
export function rowList(panel: Panel, label: string, rows: readonly Row[], ifNone: string) {
  const words = panel.filter.trim().toLowerCase()
  const found = rows.filter(({ text }) => text.toLowerCase().includes(words))
  return html`<ul class="rows" role="list" aria-label=${label}>${repeat(
    found.slice(0, most),
    ({ key }) => key,
    (row) => html`<li>${openable(panel, row)}</li>`,
  )}</ul>
  ${found.length > most ? html`<p class="empty">The first ${most} of ${found.length}. Filter to see others.</p>` : nothing}
  ${found.length === 0 && panel.state ? html`<p class="empty">${rows.length === 0 ? ifNone : 'Nothing contains this.'}</p>` : nothing}`
}

export function filterField(panel: Panel, label: string) {
  const filter = ({ currentTarget }: Event) => {
    panel.filter = (currentTarget as HTMLInputElement).value
    panel.changed()
  }
  return html`<input class="wide" type="search" placeholder=${label} aria-label=${label} .value=${panel.filter} @input=${filter} />`
}

/** Only a row that is open has details in the page. */
export function openable(panel: Panel, { key, summary, details }: Omit<Row, 'text'>) {
  const isOpen = panel.opened.has(key)
  const follow = ({ currentTarget }: Event) => {
    panel.opened[(currentTarget as HTMLDetailsElement).open ? 'add' : 'delete'](key)
    panel.changed()
  }
  return html`<details ?open=${isOpen} @toggle=${follow}>
    <summary>${summary}</summary>
    ${isOpen ? html`<div class="details">${details()}</div>` : nothing}
  </details>`
}
