import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import type { Panel, ViewName } from './panel.ts'

/** The most rows that are shown. */
const most = 1000

/** A row that can be opened. */
export interface Row {
  /** Its identity among all rows of the panel. */
  readonly key: string
  readonly summary: TemplateResult
  /** What it shows when it is open. */
  readonly details: () => TemplateResult
}

/** A list of rows; only those that are open have details in the page. */
export function rowList<Item>(
  panel: Panel,
  label: string,
  items: readonly Item[],
  rowOf: (item: Item) => Row,
) {
  return html`<ul class="rows" role="list" aria-label=${label}>${repeat(
    items.slice(0, most).map(rowOf),
    ({ key }) => key,
    (row) => html`<li>${openable(panel, row)}</li>`,
  )}</ul>
  ${items.length > most ? html`<p class="empty">The first ${most.toLocaleString('en')} of ${items.length.toLocaleString('en')}. Filter to see others.</p>` : nothing}`
}

export function openable(panel: Panel, { key, summary, details }: Row) {
  const isOpen = panel.opened.has(key)
  const follow = ({ currentTarget }: Event) => {
    const { open } = currentTarget as HTMLDetailsElement
    if (open === panel.opened.has(key)) return
    if (open) panel.opened.add(key)
    else panel.opened.delete(key)
    panel.changed()
  }
  return html`<details ?open=${isOpen} @toggle=${follow}>
    <summary>${summary}</summary>
    ${isOpen ? html`<div class="details">${details()}</div>` : nothing}
  </details>`
}

/** Closes the row that an element is in, which keeps the focus. */
export function closeRow(panel: Panel, key: string, element: Element): void {
  element.closest('details')?.querySelector('summary')?.focus()
  panel.opened.delete(key)
  panel.changed()
}

export function filterField(panel: Panel, view: ViewName) {
  const filter = ({ currentTarget }: Event) => {
    panel.filters[view] = (currentTarget as HTMLInputElement).value
    panel.changed()
  }
  const label = view === 'settings' ? 'Filter choices' : `Filter ${view}`
  return html`<input class="wide" type="search" placeholder=${label} aria-label=${label} .value=${panel.filters[view]} @input=${filter} />`
}

/** The items whose text contains the filter of a view. */
export function matching<Item>(
  panel: Panel,
  view: ViewName,
  items: readonly Item[],
  textOf: (item: Item) => string,
): readonly Item[] {
  const words = panel.filters[view].trim().toLowerCase()
  return words === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(words))
}
