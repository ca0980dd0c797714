import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { Fault, FaultOperation } from '../../handlers/faults/fault-settings.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Reference } from '../devtools/reference.ts'
import type { Scenario } from '../devtools/scenarios.ts'
import type { WorldState } from '../devtools/world-watch.ts'
import { answerIn, choiceField } from './choice-field.ts'
import type { Panel } from './panel.ts'
import { filterField, matching } from './rows.ts'

const operations: readonly FaultOperation[] = ['any', 'list', 'read', 'create', 'replace', 'delete']
const faults = '500 503 401 403 409 429 network-error timeout reply-lost truncated malformed'.split(' ')

/** What differs from the start and one button against it; scenarios; choices. */
export function settingsView(panel: Panel) {
  panel.wantReference()
  const { state, reference } = panel
  if (!state || !reference) return nothing
  return html`
    <section class="part"><h2>Active now</h2>${activeView(panel, activeIn(state, reference))}</section>
    <section class="part"><h2>The network</h2>
      <div class="cards">${reference.scenarios.network.map((each) => networkButton(panel, each, state.scenario))}</div>
      ${failNext(panel)}
    </section>
    <section class="part"><h2>The posts</h2>
      <div class="cards">${reference.scenarios.posts.map((each) => postsButton(panel, each))}</div>
    </section>
    <section class="part"><h2>What the document leaves open</h2>${choicesView(panel, state, reference)}</section>
  `
}

function activeView(panel: Panel, active: readonly string[]) {
  if (active.length === 0) return html`<p>Nothing: no faults, and the initial answer to every choice.</p>`
  const clear = () =>
    panel.act(async () => {
      await panel.call('DELETE', 'faults')
      await panel.call('DELETE', 'profile')
    }, 'No faults, and the initial answer to every choice.')
  return html`<ul>${active.map((each) => html`<li>${each}</li>`)}</ul>
    <div class="bar"><button class="first" @click=${clear}>Clear</button></div>`
}

/** A sentence for each fault and each choice that is not as at the beginning. */
function activeIn({ faults, profile, initialProfile }: WorldState, { choices }: Reference): string[] {
  const { offline, latency, rate, next } = faults
  const requests = (operation: string) => (operation === 'any' ? 'request' : operation)
  return [
    ...(offline ? ['Offline: no request gets an answer.'] : []),
    ...Object.entries(latency).map(
      ([operation, each]) =>
        `Every ${requests(operation)} takes ${typeof each === 'number' ? each : `${each.min} to ${each.max}`} ms.`,
    ),
    ...Object.entries(rate).map(
      ([operation, { share, fault }]) =>
        `${Math.round(share * 100)} % of every ${requests(operation)}: ${wordFor(fault)}.`,
    ),
    ...next.map(({ operation, fault }) => `The next ${requests(operation)} fails: ${wordFor(fault)}.`),
    ...choices
      .map(({ id }) => ({ id, now: answerIn(profile, id), before: answerIn(initialProfile, id) }))
      .filter(({ now, before }) => now !== before)
      .map(({ id, now, before }) => `${id} is ${now}, initially ${before}.`),
  ]
}

function wordFor(fault: Fault): string {
  return typeof fault === 'string' ? fault : `status ${fault.status}`
}

function networkButton(panel: Panel, { id, name, about }: Scenario, current: string | undefined) {
  const enter = () => panel.act(() => panel.call('POST', `scenarios/${id}`))
  return html`<button class="card" aria-pressed=${id === current} @click=${enter}><b>${name}</b> <span class="small">${about}</span></button>`
}

function postsButton(panel: Panel, { id, name, about }: Scenario) {
  const enter = () => panel.change(() => panel.call('POST', `scenarios/${id}`), `Changed to: ${name}.`)
  return html`<button class="card" @click=${enter}><b>${name}</b> <span class="small">${about}</span></button>`
}

function failNext(panel: Panel) {
  const add = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const fault = `${given.get('fault')}`
    const body = {
      operation: given.get('operation'),
      times: Number(given.get('times')),
      fault: /^\d+$/.test(fault) ? { status: Number(fault) } : fault,
    }
    void panel.act(() => panel.call('POST', 'faults/next', body))
  }
  return html`<form class="bar" @submit=${add}>
    <span>The next</span>
    <input type="number" name="times" value="1" min="1" max="99" required aria-label="How many" />
    <select name="operation" aria-label="Operation">${operations.map((each) => html`<option value=${each}>${each === 'any' ? 'requests' : `${each}s`}</option>`)}</select>
    <label>fail with <select name="fault">${faults.map((each) => html`<option>${each}</option>`)}</select></label>
    <button>Add</button>
  </form>`
}

function choicesView(panel: Panel, state: WorldState, { choices, presets }: Reference) {
  const { profile } = state
  const preset = Object.keys(presets).find((name) => stringifyJson(presets[name]) === stringifyJson(profile))
  const shown = matching(panel, 'settings', choices, ({ id, about }) => `${id} ${about}`)
  const follow = ({ currentTarget }: Event) =>
    panel.act(() => panel.call('PUT', 'profile', (currentTarget as HTMLSelectElement).value))
  return html`
    <div class="bar">
      <label>Profile <select .value=${live(preset ?? 'custom')} @change=${follow}>
        ${Object.keys(presets).map((name) => html`<option ?selected=${name === preset}>${name}</option>`)}
        ${preset === undefined ? html`<option selected>custom</option>` : nothing}
      </select></label>
      ${filterField(panel, 'settings')}
    </div>
    <ul class="choices">${shown.map((choice) => html`<li>${choiceField(panel, choice, state, 'choice')}</li>`)}</ul>
    ${shown.length > 0 ? nothing : html`<p class="empty">No choice contains this.</p>`}
  `
}
