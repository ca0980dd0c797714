import { css, html, nothing } from 'lit'
import type { FaultScope, FaultSettings, Latency } from '../../handlers/faults.ts'
import type { Scenario } from '../backstage/network-scenarios.ts'
import { mostOf } from './panel-status.ts'
import { PanelView } from './panel-view.ts'
import { controls } from './style/controls.ts'

/** How the mock behaves: a scenario, and the faults one by one. */
export class ScenarioTab extends PanelView {
  static override styles = [
    controls,
    css`
      .scroll { padding: 4px 14px 18px; }
      fieldset { border: 0; margin: 0; padding: 0; }
      legend, h3 { font-weight: 600; padding: 14px 0 6px; }
      .choices { display: grid; grid-template-columns: 1fr 1fr; gap: 6px; }
      .choice { display: grid; grid-template-columns: auto 1fr; gap: 0 8px; padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; align-content: start; }
      .choice:hover { border-color: var(--edge); }
      .choice:has(:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
      .choice input { grid-row: span 2; align-self: start; margin-top: 3px; min-height: 0; accent-color: var(--ink); }
      .choice span { font-size: 12px; color: var(--soft); text-wrap: pretty; }
      button.choice { white-space: normal; text-align: start; display: block; }
      button.choice b, button.choice span { display: block; }
      .line { display: flex; align-items: center; gap: 8px; margin-top: 6px; }
      .line label { flex: 1; display: flex; align-items: center; gap: 8px; }
      input[type='range'] { flex: 1; padding: 0; accent-color: var(--ink); }
      output { min-width: 9ch; text-align: end; }
      @container (max-width: 359px) { .choices { grid-template-columns: 1fr; } }
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
        <div class="choices">${reference.scenarios.network.map((each) => this.#renderNetwork(each, state.scenario))}</div>
      </fieldset>
      <h3>The posts</h3>
      <div class="choices">${reference.scenarios.posts.map((each) => this.#renderPosts(each))}</div>
      <h3>One by one</h3>
      ${this.#renderLatency(faults)}
      <div class="line"><label><input type="checkbox" .checked=${faults.offline} @change=${(event: Event) => this.#set({ offline: isChecked(event) })} /> Offline: no request gets an answer</label></div>
      <understudy-fail-next .model=${model}></understudy-fail-next>
    </div>`
  }

  #renderNetwork({ id, name, about }: Scenario, current: string | undefined) {
    return html`<label class="choice"><input type="radio" name="network" .checked=${id === current} @change=${() => this.model.act(() => this.model.control.enter(id))} /><b>${name}</b><span>${about}</span></label>`
  }

  #renderPosts({ id, name, about }: Scenario) {
    const { model } = this
    return html`<button class="choice" @click=${() => model.act(() => model.control.enter(id), `${name}: done.`, true)}><b>${name}</b><span>${about}</span></button>`
  }

  #renderLatency({ latency }: FaultSettings) {
    const { any = 0 } = latency
    return html`<div class="line"><label>Latency <input type="range" min="0" max="5000" step="50" .value=${`${mostOf(any)}`} @change=${(event: Event) => this.#setLatency('any', Number((event.target as HTMLInputElement).value))} /></label><output class="data">${shown(any)}</output></div>`
  }

  #setLatency(scope: FaultScope, milliseconds: number): void {
    const { latency } = this.model.state?.faults ?? { latency: {} }
    this.#set({ latency: { ...latency, [scope]: milliseconds } })
  }

  #set(change: Partial<FaultSettings>): void {
    const { model } = this
    void model.act(() => model.control.setFaults({ ...model.state?.faults, ...change }))
  }
}

function shown(latency: Latency): string {
  return typeof latency === 'number' ? `${latency} ms` : `${latency.min}–${latency.max} ms`
}

function isChecked(event: Event): boolean {
  return (event.target as HTMLInputElement).checked
}
