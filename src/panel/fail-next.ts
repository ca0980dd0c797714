import { css, html, nothing } from 'lit'
import type { Fault, FaultScope } from '../../handlers/faults.ts'
import { PanelView } from './panel-view.ts'
import { controls } from './style/controls.ts'

const scopes: readonly FaultScope[] = ['any', 'list', 'read', 'create', 'replace', 'delete']
const faults = [
  '500',
  '503',
  '401',
  '403',
  '409',
  '429',
  'network-error',
  'timeout',
  'reply-lost',
  'truncated',
  'malformed',
]

/** Makes the next requests fail, and shows which are to come. */
export class FailNext extends PanelView {
  static override styles = [
    controls,
    css`
      form { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin-top: 10px; }
      input { width: 8ch; }
      ul { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 8px; }
      li { padding: 2px 8px; background: var(--sunk); border-radius: 10px; }
    `,
  ]

  override render() {
    const next = this.model.state?.faults.next ?? []
    return html`
      <form @submit=${this.#add}>
        <label>Fail the next <select name="scope" aria-label="Operation">${scopes.map((scope) => html`<option value=${scope}>${scope === 'any' ? 'request' : scope}</option>`)}</select></label>
        <label>with <input name="fault" list="faults" value="503" required aria-label="Status or fault" /></label>
        <datalist id="faults">${faults.map((fault) => html`<option value=${fault}></option>`)}</datalist>
        <button>Add</button>
      </form>
      ${next.length === 0 ? nothing : html`<ul aria-label="Failures to come">${next.map(({ scope, fault }) => html`<li class="data">${scope}: ${typeof fault === 'string' ? fault : fault.status}</li>`)}</ul>`}
    `
  }

  #add = (event: Event): void => {
    event.preventDefault()
    const { model } = this
    const form = new FormData(event.target as HTMLFormElement)
    const text = `${form.get('fault')}`
    const fault = (/^\d+$/.test(text) ? { status: Number(text) } : text) as Fault
    void model.act(() => model.control.failNext(form.get('scope') as FaultScope, fault, 1))
  }
}
