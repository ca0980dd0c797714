import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { Profile } from '../../handlers/choices/profile.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Reference } from '../control/routes.ts'
import type { WorldState } from '../control/world-watch.ts'
import type { Panel } from './panel.ts'

/** What differs from the start and one button against it; scenarios; choices. */
export function settingsView(panel: Panel) {
  const { state } = panel
  const reference = panel.latest<Reference>('reference')
  if (!state || !reference) return nothing
  const { scenarios, choices } = reference
  return html`
    <section class="part"><h2>Active now</h2>${activeView(panel, activeIn(state, reference))}</section>
    <section class="part"><h2>Scenarios</h2>
      <div class="cards">${scenarios.map((each) => card(panel, each, state))}</div>
    </section>
    <section class="part"><h2>What the document leaves open</h2>
      ${presetField(panel, state, reference)}
      <ul class="choices">${choices.map((choice) => html`<li>${choiceField(panel, choice, state, 'choice')}</li>`)}</ul>
    </section>
  `
}

function activeView(panel: Panel, active: readonly string[]) {
  if (active.length === 0) return html`<p>Nothing: no faults, and the initial answer to every choice.</p>`
  const clear = () =>
    panel.act(async () => {
      await panel.call('DELETE', 'faults')
      await panel.call('DELETE', 'profile')
    })
  return html`<ul>${active.map((each) => html`<li>${each}</li>`)}</ul>
    <div class="bar"><button @click=${clear}>Clear</button></div>`
}

/** The faults, and each choice that is not as at the beginning. */
function activeIn(state: WorldState, { scenarios, choices }: Reference): string[] {
  const { faults, profile, initialProfile } = state
  const scenario = scenarios.find(({ id }) => id === state.scenario)
  const network = scenario ? `${scenario.name}: ${scenario.about}` : `Faults: ${stringifyJson(faults)}`
  const changed = choices
    .map(({ id }) => ({ id, now: answerIn(profile, id), before: answerIn(initialProfile, id) }))
    .filter(({ now, before }) => now !== before)
    .map(({ id, now, before }) => `${id} is ${now}, initially ${before}.`)
  return scenario?.id === 'normal' ? changed : [network, ...changed]
}

/** A scenario. Other posts come only after a question: those that are there may be somebody's data file. */
function card(panel: Panel, { id, name, about, faults }: Reference['scenarios'][number], state: WorldState) {
  const enter = () => {
    if (faults || confirm(`${name}: change the posts?`))
      void panel.act(() => panel.call('POST', `scenarios/${id}`))
  }
  return html`<button class="card" aria-pressed=${id === state.scenario} @click=${enter}><b>${name}</b> <span class="small">${about}</span></button>`
}

function presetField(panel: Panel, { profile }: WorldState, { presets }: Reference) {
  const names = Object.keys(presets)
  const current = names.find((name) => stringifyJson(presets[name]) === stringifyJson(profile))
  const follow = ({ currentTarget }: Event) =>
    panel.act(() => panel.call('PUT', 'profile', (currentTarget as HTMLSelectElement).value))
  return html`<label class="bar">Profile <select .value=${live(current ?? 'custom')} @change=${follow}>
    ${names.map((name) => html`<option ?selected=${name === current}>${name}</option>`)}
    ${current === undefined ? html`<option selected>custom</option>` : nothing}
  </select></label>`
}

/** A choice: what it is about, and its answer, which can be changed. @param place where in the page the field is. */
export function choiceField(
  panel: Panel,
  { id, about, answers }: Reference['choices'][number],
  { profile, initialProfile }: WorldState,
  place: string,
) {
  const current = answerIn(profile, id)
  const all = new Set([...answers.map((each) => stringifyJson(each)), current])
  const change = async ({ currentTarget }: Event) => {
    const answer = parseJson((currentTarget as HTMLSelectElement).value)
    let is = ''
    const set = async () =>
      (is = answerIn(await panel.call<Profile>('PATCH', 'profile', { [id]: answer }), id))
    if (await panel.act(set)) panel.say(`${id} is ${shown(is)} now.`)
  }
  return html`<div class="bar">
      <label class="data wide" for="${place}-${id}">${current === answerIn(initialProfile, id) ? html`<b>${id}</b>` : html`<mark>${id}</mark> changed`}</label>
      <select id="${place}-${id}" class="data" .value=${live(current)} @change=${change}>
        ${Array.from(all, (each) => html`<option value=${each} ?selected=${each === current}>${shown(each)}</option>`)}
      </select>
    </div>
    <p class="small">${about}</p>`
}

/** The answer to a choice as JSON. */
function answerIn(profile: Profile, id: keyof Profile): string {
  return stringifyJson(profile[id])
}

function shown(answer: string): string {
  return answer.replaceAll('"', '')
}
