import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { choiceGroups, inGroups } from '../../contracts/choices/groups.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { titleOf } from '../../handlers/http/refusal.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Reference } from '../control/routes.ts'
import type { WorldState } from '../control/world-watch.ts'
import type { Panel } from './panel.ts'
import { filterField } from './rows.ts'

type Choice = Reference['choices'][number]

/** What the document leaves open, and what this mock answers there. */
export function answersView(panel: Panel) {
  const { state, reference } = panel
  if (!state || !reference) return nothing
  const words = panel.filter.trim().toLowerCase()
  const shown = reference.choices.filter(
    (choice) =>
      `${choice.id} ${choice.about} ${answerIn(state.profile, choice.id)}`.toLowerCase().includes(words) &&
      (panel.only === 'all' || isChanged(state, choice.id)),
  )
  const switchOnly = () => {
    panel.only = panel.only === 'all' ? 'changed' : 'all'
    panel.changed()
  }
  return html`<div class="stack">
    <p class="small">The interface document does not say what a service answers here: each answer is right. Choose what yours does.</p>
    <div class="bar">
      ${filterField(panel, 'Search answers')}
      <button aria-pressed=${panel.only === 'changed'} @click=${switchOnly}>Changed only</button>
      ${presetField(panel, state, reference)}
    </div>
    ${inGroups(choiceGroups, shown).map(
      ({ heading, items }) =>
        html`<section class="card"><h2>${heading}</h2><div class="answers">${items.map((choice) => answerField(panel, choice, state, 'choice'))}</div></section>`,
    )}
    ${shown.length === 0 ? html`<p class="empty">${panel.only === 'all' ? 'Nothing contains this.' : 'Each answer is as it was at first.'}</p>` : nothing}
  </div>`
}

function presetField(panel: Panel, { profile }: WorldState, { presets }: Reference) {
  const names = Object.keys(presets)
  const current = names.find((name) => stringifyJson(presets[name]) === stringifyJson(profile))
  const usePreset = ({ currentTarget }: Event) =>
    panel.act(() => panel.call('PUT', 'profile', (currentTarget as HTMLSelectElement).value))
  return html`<label class="bar">Profile <select .value=${live(current ?? 'custom')} @change=${usePreset}>
    ${names.map((name) => html`<option ?selected=${name === current}>${name}</option>`)}
    ${current === undefined ? html`<option selected>custom</option>` : nothing}
  </select></label>`
}

/** A choice in words, and its answer, which can be changed. @param place where in the page the field is. */
export function answerField(panel: Panel, { id, about, answers }: Choice, state: WorldState, place: string) {
  const { profile, initialProfile } = state
  const current = answerIn(profile, id)
  const all = new Set([...answers.map((each) => stringifyJson(each)), current])
  const change = async ({ currentTarget }: Event) => {
    const answer = parseJson((currentTarget as HTMLSelectElement).value)
    let is = ''
    const set = async () =>
      (is = answerIn(await panel.call<Profile>('PATCH', 'profile', { [id]: answer }), id))
    if (await panel.act(set)) panel.say(`${id} is ${inWords(is)} now.`)
  }
  // The first words say what is chosen, the others what the answers mean.
  const [title = id] = about.split(/[.:;,(]/)
  const rest = about.slice(title.length).replace(/^[.:;,]\s*/, '')
  return html`<div class="answer">
    <label for="${place}-${id}"><b>${capital(title.replace(/^The /, ''))}</b> <span class="mono soft">${id}</span></label>
    <select id="${place}-${id}" .value=${live(current)} @change=${change}>
      ${Array.from(all, (each) => html`<option value=${each} ?selected=${each === current}>${inWords(each)}</option>`)}
    </select>
    <p class="small">${capital(rest)} ${isChanged(state, id) ? html`<mark>Changed: was ${inWords(answerIn(initialProfile, id))}.</mark>` : nothing}</p>
  </div>`
}

/** A text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase())
}

export function answerIn(profile: Profile, id: keyof Profile): string {
  return stringifyJson(profile[id])
}

export function isChanged({ profile, initialProfile }: WorldState, id: keyof Profile): boolean {
  return answerIn(profile, id) !== answerIn(initialProfile, id)
}

/** An answer: a status with its name, a word without quotation marks, anything else as JSON. */
export function inWords(answer: string): string {
  if (/^[1-5]\d\d$/.test(answer)) return `${answer} ${titleOf(Number(answer))}`
  return answer.replace(/^"(.*)"$/, '$1')
}
