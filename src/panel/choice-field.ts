import { html } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { Profile } from '../../handlers/choices/profile.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Reference } from '../control/reference.ts'
import type { WorldState } from '../control/world-watch.ts'
import type { Panel } from './panel.ts'

/** A choice: what it is about, and its answer, which can be changed. @param place where in the page the field is. */
export function choiceField(
  panel: Panel,
  { id, about, answers }: Reference['choices'][number],
  { profile, initialProfile }: WorldState,
  place: string,
) {
  const current = answerIn(profile, id)
  const all = new Set([...answers.map((each) => stringifyJson(each)), current])
  const change = ({ currentTarget }: Event) => {
    const answer = (currentTarget as HTMLSelectElement).value
    void panel.act(
      () => panel.call('PATCH', 'profile', answersWith(id, answer)),
      `${id} is ${shown(answer)} now.`,
    )
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
export function answerIn(profile: Profile, id: keyof Profile): string {
  return stringifyJson(profile[id])
}

function shown(answer: string): string {
  return answer.replaceAll('"', '')
}

/** A 204 never has a body. */
function answersWith(id: string, answer: string): Record<string, unknown> {
  const isEmpty = answer === '204' && /^(?:create|replace|delete)\.status$/.test(id)
  return { [id]: parseJson(answer), ...(isEmpty && { [id.replace('status', 'body')]: 'none' }) }
}
