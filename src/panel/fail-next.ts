import { css, html, nothing } from 'lit'
import type { Fault, FaultOperation } from '../../handlers/faults/faults.ts'
import { PanelView } from './panel-view.ts'
import { controls } from './style/controls.ts'

const operations: readonly FaultOperation[] = ['any', 'list', 'read', 'create', 'replace', 'delete']
const faults = '500 503 401 403 409 429 network-error timeout reply-lost truncated malformed'.split(' ')

/** Makes the next requests fail, and shows the planned failures. */
export class FailNext extends PanelView {
  static override styles = [
    controls,
    css`
      .bar { flex-wrap: wrap; padding: 6px 0 0; }
      [name=times] { width: 6ch; }
      [name=fault] { width: 9ch; min-width: 9ch; flex: 1; }
      li { padding: 2px 9px; border-radius: 10px; background: var(--sunk); }
    `,
  ]

  override render() {
    const { model } = this
    const { state } = model
    const next = state?.faults.next ?? []
    return html`
      <form class="bar" @submit=${this.#add}>
        <input type="number" name="times" value="1" min="1" max="99" required aria-label="How many" />
        <select name="operation" aria-label="Operation">${operations.map((operation) => html`<option value=${operation}>${operation === 'any' ? 'requests' : `${operation}s`}</option>`)}</select>
        with
        <input name="fault" list="faults" value="503" required aria-label="Status or fault" />
        <datalist id="faults">${faults.map((fault) => html`<option value=${fault}></option>`)}</datalist>
        <button>Add</button>
      </form>
      ${
        next.length === 0
          ? nothing
          : html`<ul class="bar" aria-label="Planned failures">
              ${next.map(({ operation, fault }) => html`<li class="data">${operation === 'any' ? '' : `${operation}: `}${typeof fault === 'string' ? fault : fault.status}</li>`)}
              <li><button class="quiet" @click=${() => model.act(() => model.control.setFaults({ ...state?.faults, next: [] }))}>Clear</button></li>
            </ul>`
      }
    `
  }

  #add = (event: Event): void => {
    event.preventDefault()
    const { model } = this
    const {
      operation,
      fault = '',
      times,
    } = Object.fromEntries(new FormData(event.target as HTMLFormElement)) as Record<string, string>
    const isStatus = /^[2-5]\d\d$/.test(fault)
    if (!isStatus && !faults.includes(fault))
      return void model.say('Type a status from 200 to 599, or choose a fault.', true)
    const meant = (isStatus ? { status: Number(fault) } : fault) as Fault
    void model.act(() => model.control.failNext(operation as FaultOperation, meant, Number(times)))
  }
}
