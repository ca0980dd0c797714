import { html, nothing } from 'lit-html'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Panel } from './panel.ts'

/** How the network behaves; and the posts for a situation that an app must stand. */
export function faultsView(panel: Panel) {
  const { state, reference } = panel
  if (!state || !reference) return nothing
  const { scenarios } = reference
  const modes = scenarios.filter(({ faults }) => faults)
  const data = scenarios.filter(({ faults }) => !faults)
  const enter = (id: string, done?: string) => panel.act(() => panel.call('POST', `scenarios/${id}`), done)
  return html`<div class="stack">
    <h2>How the service behaves</h2>
    <div class="cards">${modes.map(
      ({ id, name, about }) =>
        html`<button class="card" aria-pressed=${id === state.scenario} @click=${() => enter(id)}><b>${name}</b> <span class="small">${about}</span></button>`,
    )}</div>
    ${state.scenario === undefined ? html`<p>Faults of your own: <code>${stringifyJson(state.faults)}</code></p>` : nothing}
    <h2>Which posts there are</h2>
    <p class="small">Replaces or adds posts, once. Reset brings back those of the beginning.</p>
    <div class="cards">${data.map(({ id, name, about }) => {
      // Those that are there may be somebody's data file.
      const fill = () => confirm(`${name}: change the posts?`) && enter(id, `${name}: done.`)
      return html`<button class="card" @click=${fill}><b>${name}</b> <span class="small">${about}</span></button>`
    })}</div>
  </div>`
}
