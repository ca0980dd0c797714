import { css, html, nothing } from 'lit'
import type { JournalEntry } from '../../handlers/journal.ts'
import { stringifyJson } from '../json.ts'
import { copyText } from './copy-text.ts'
import { backIcon } from './icons.ts'
import { PanelView } from './panel-view.ts'
import { clockTime, kindOf, shownStatus } from './shown-request.ts'
import { controls } from './style/controls.ts'
import { request } from './style/request.ts'

/** One request in full. Tells with a `leave` event that it is done with. */
export class RequestDetails extends PanelView {
  static override properties = { entry: { attribute: false } }
  static override styles = [
    controls,
    request,
    css`
      h3 { min-width: 0; }
      .scroll { padding: 4px 14px 14px; }
      dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 14px; }
      dt { color: var(--soft); }
      dd, pre { overflow-wrap: anywhere; white-space: pre-wrap; }
      h4 { margin: 16px 0 4px; font-size: inherit; font-weight: 600; }
      pre { padding: 10px 12px; background: var(--sunk); border-radius: 5px; }
      blockquote { padding: 2px 0 2px 12px; border-left: 4px solid var(--mark); }
      li + li { margin-top: 10px; }
    `,
  ]
  declare entry: JournalEntry

  override render() {
    const { entry, model } = this
    const { method, path, query, body, warnings, fault } = entry
    const { control } = model
    return html`
      <div class="bar" @keydown=${this.#onKey}>
        <button class="icon quiet" aria-label="Back to the requests" @click=${this.#leave}>${backIcon}</button>
        <h3 class="data clip wide">${method} ${path}${query}</h3>
        <button @click=${() => copyText(model, control.asCurl(entry), 'The request is copied, as a curl command.')}>Copy as curl</button>
        <button @click=${() => copyText(model, control.asTest(entry), 'The request is copied, as a Vitest test.')}>Copy as test</button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label="The request in full" @keydown=${this.#onKey}>
        <dl>
          <dt>Status</dt><dd class="data ${kindOf(entry)}"><b>${shownStatus(entry)}</b></dd>
          <dt>Operation</dt><dd>${entry.operation ?? 'none of the five'}</dd>
          <dt>Came</dt><dd class="data">${clockTime(entry.at)}, took ${entry.duration} ms</dd>
          ${fault ? html`<dt>Fault</dt><dd class="data">${typeof fault === 'string' ? fault : stringifyJson(fault)}</dd>` : nothing}
        </dl>
        ${
          warnings.length > 0
            ? html`<h4>Beyond the document</h4>
              <ul>${warnings.map(({ detail, document }) => html`<li>${detail}. The document does not promise that:<blockquote>${document}</blockquote></li>`)}</ul>`
            : nothing
        }
        ${body === undefined ? nothing : html`<h4>Body</h4><pre class="data">${typeof body === 'string' ? body : stringifyJson(body, 2)}</pre>`}
        <h4>Headers</h4>
        <dl class="data">${Object.entries(entry.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      </div>
    `
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('button')?.focus()
  }

  #leave = (): void => {
    this.dispatchEvent(new Event('leave'))
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    this.#leave()
  }
}
