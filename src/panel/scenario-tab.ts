import { css, html, nothing } from 'lit'
import type { FaultSettings, Latency } from '../../handlers/faults/faults.ts'
import type { Scenario } from '../devtools/network-scenarios.ts'
import { maxOf } from './panel-status.ts'
import { PanelView } from './panel-view.ts'
import { controls } from './style/controls.ts'

/** Sets scenarios and faults. */
export class ScenarioTab extends PanelView {
  static override styles = [
    controls,
    css`
      .scroll { padding: 0 14px 18px; }
      fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
      legend, h3 { padding: 14px 0 6px; font-weight: 600; }
      .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(165px, 1fr)); gap: 6px; }
      .card { display: grid; align-content: start; padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; white-space: normal; text-align: start; cursor: pointer; }
      .card:hover { border-color: var(--edge); background: none; }
      .card:has(:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px; }
      .card input { min-height: 0; vertical-align: -1px; }
      input { accent-color: var(--ink); }
      .bar { padding: 3px 0; }
      label.wide { display: flex; align-items: center; gap: 8px; }
      [type='range'] { flex: 1; padding: 0; }
    `,
  ]

  override render() {
    const { model } = this
    model.wantReference()
    const { state, reference } = model
    if (!state || !reference) return nothing
    const { faults } = state
    return html`<div class="scroll">
      <fieldset>
        <legend>The network</legend>
        <div class="grid">${reference.scenarios.network.map((each) => this.#renderNetwork(each, state.scenario))}</div>
      </fieldset>
      <h3>The posts</h3>
      <div class="grid">${reference.scenarios.posts.map((each) => this.#renderPosts(each))}</div>
      <h3>By hand</h3>
      ${this.#renderLatency(faults)}
      <div class="bar"><label class="wide"><input type="checkbox" .checked=${faults.offline} @change=${(event: Event) => this.#set(event, { offline: !faults.offline })} /> Offline: no request gets an answer</label></div>
      <h3>Fail the next</h3>
      <understudy-fail-next .model=${model}></understudy-fail-next>
    </div>`
  }

  #renderNetwork({ id, name, about }: Scenario, current: string | undefined) {
    return html`<label class="card"><b><input type="radio" name="network" .checked=${id === current} @change=${(event: Event) => this.#try(event, () => this.model.control.enter(id))} /> ${name}</b><span class="small">${about}</span></label>`
  }

  #renderPosts({ id, name, about }: Scenario) {
    const { model } = this
    return html`<button class="card" @click=${() => model.act(() => model.control.enter(id), `Changed to: ${name}.`, true)}><b>${name}</b><span class="small">${about}</span></button>`
  }

  #renderLatency({ latency }: FaultSettings) {
    const { any = 0 } = latency
    const show = (event: Event) => {
      const field = event.target as HTMLInputElement
      const output = field.closest('.bar')?.querySelector('output')
      if (output) output.value = shown(Number(field.value))
    }
    const set = (event: Event) =>
      this.#set(event, { latency: { any: Number((event.target as HTMLInputElement).value) } })
    return html`<div class="bar"><label class="wide">Latency <input type="range" min="0" max="5000" step="50" .value=${`${maxOf(any)}`} @input=${show} @change=${set} /></label><output class="data" .value=${shown(any)}></output></div>`
  }

  #set(event: Event, change: Partial<FaultSettings>): Promise<void> {
    const { control, state } = this.model
    return this.#try(event, () => control.setFaults({ ...state?.faults, ...change }))
  }

  /** Restores the field after a failure. */
  async #try(event: Event, task: () => Promise<unknown>): Promise<void> {
    const field = event.target as HTMLInputElement
    if (!(await this.model.act(task))) field.checked = !field.checked
  }
}

function shown(latency: Latency): string {
  return typeof latency === 'number' ? `${latency} ms` : `${latency.min}–${latency.max} ms`
}
