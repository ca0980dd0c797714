import { html, nothing } from 'lit'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { copyText } from './copy-text.ts'
import { DetailView } from './detail-view.ts'
import { backIcon } from './icons.ts'
import { clockTime, kindOf, shownStatus } from './shown-request.ts'
import { controls } from './style/controls.ts'
import { css } from './style/css.ts'

/** One request in full. Tells with a `leave` event that it is done with. */
export class RequestDetails extends DetailView {
  static override properties = { entry: { attribute: false } }
  static override styles = [
    controls,
    css`
      .scroll { padding: 4px 14px 14px; }
      dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 14px; }
      dd, pre { overflow-wrap: anywhere; white-space: pre-wrap; }
      .scroll h3 { margin: 16px 0 4px; }
      pre { padding: 10px 12px; background: var(--sunk); border-radius: 5px; }
      li + li { margin-top: 10px; }
    `,
  ]
  declare entry: JournalEntry

  override render() {
    const { entry, model } = this
    const { method, path, query, body, warnings, fault } = entry
    const { control } = model
    return html`
      <div class="bar">
        <button class="icon quiet" aria-label="Back to the requests" @click=${this.leave}>${backIcon}</button>
        <h3 class="data clip wide">${method} ${path}${query}</h3>
        <button @click=${() => copyText(model, control.asCurl(entry), 'Copied as a curl command.')}>Copy as curl</button>
        <button @click=${() => copyText(model, control.asTest(entry), 'Copied as a Vitest test.')}>Copy as test</button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label="The request in full">
        <dl>
          <dt class="soft">Status</dt><dd class="data ${kindOf(entry)}"><b>${shownStatus(entry)}</b></dd>
          <dt class="soft">Operation</dt><dd>${entry.operation ?? 'none of the five'}</dd>
          <dt class="soft">Came</dt><dd class="data">${clockTime(entry.at)}, took ${entry.duration} ms</dd>
          ${fault ? html`<dt class="soft">Fault</dt><dd class="data">${typeof fault === 'string' ? fault : stringifyJson(fault)}</dd>` : nothing}
        </dl>
        ${
          warnings.length > 0
            ? html`<h3>Beyond the document</h3>
              <ul>${warnings.map(({ detail, document }) => html`<li>${detail}. The document does not promise that:<blockquote>${document}</blockquote></li>`)}</ul>`
            : nothing
        }
        ${body === undefined ? nothing : html`<h3>Body</h3><pre class="data">${typeof body === 'string' ? body : stringifyJson(body, 2)}</pre>`}
        <h3>Headers</h3>
        <dl class="data">${Object.entries(entry.headers).map(([name, value]) => html`<dt class="soft">${name}</dt><dd>${value}</dd>`)}</dl>
      </div>
    `
  }
}
