import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { Profile } from '../../handlers/choices/profile.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { ExplainedChoice } from '../devtools/reference.ts'
import type { WorldState } from '../devtools/world-watch.ts'
import type { Panel } from './panel.ts'

/** The last entry of the list of answers: it opens a prompt. */
const other = 'another…'

/** The answer to a choice as JSON. */
export function answerIn(profile: Profile, id: string): string {
  return stringifyJson(profile[id as keyof Profile]) ?? ''
}

/** A choice: its answer, which can be changed, and what it is about. @param place where in the page the field is. */
export function choiceField(
  panel: Panel,
  { id, about, answers }: ExplainedChoice,
  { profile, initialProfile }: WorldState,
  place: string,
) {
  const current = answerIn(profile, id)
  const isChanged = current !== answerIn(initialProfile, id)
  const all = [...new Set([...answers.map((each) => stringifyJson(each)), current])]
  const change = (event: Event) => {
    const field = event.currentTarget as HTMLSelectElement
    const text = field.value === other ? prompt(`${id}: ${about}`, current) : field.value
    // Without an answer, or after a refusal, the field shows the answer that holds.
    if (text === null) return panel.changed()
    void panel.act(
      () => panel.call('PATCH', 'profile', answersWith(id, text)),
      `${id} is ${text.replaceAll('"', '')} now.`,
    )
  }
  return html`<div class="bar">
      <label class="data wide" for=${`${place}-${id}`}>${isChanged ? html`<mark>${id}</mark> changed` : html`<b>${id}</b>`}</label>
      <select id=${`${place}-${id}`} class="data" .value=${live(current)} @change=${change}>
        ${all.map((each) => html`<option value=${each} ?selected=${each === current}>${each.replaceAll('"', '')}</option>`)}
        <option>${other}</option>
      </select>
    </div>
    ${about === '' ? nothing : html`<p class="small">${about}</p>`}`
}

/** A status, a template in JSON, or a word with or without quotation marks. */
function answersWith(id: string, text: string): Record<string, unknown> {
  const answer = () => {
    try {
      return parseJson(text)
    } catch {
      return text
    }
  }
  // A 204 never has a body.
  const isEmpty = text === '204' && /^(?:create|replace|delete)\.status$/.test(id)
  return { [id]: answer(), ...(isEmpty && { [id.replace('status', 'body')]: 'none' }) }
}
