import { html } from 'lit'
import type { Profile } from '../../handlers/choices/profile.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { ExplainedChoice } from '../devtools/reference.ts'
import type { PanelModel } from './panel-model.ts'

/** The last entry of the list of answers: it opens a prompt. */
const other = 'another…'

export function choiceField(model: PanelModel, { id, answers, allowed }: ExplainedChoice, profile: Profile) {
  const current = stringifyJson(profile[id as keyof Profile])
  const all = [...new Set([...answers.map((each) => stringifyJson(each)), current])]
  const change = (event: Event) => {
    const field = event.target as HTMLSelectElement
    const value = field.value === other ? prompt(`${id}: ${allowed}`, current) : field.value
    void answer(model, profile, id, value, () => {
      field.value = current
    })
  }
  return html`<select id=${`choice-${id}`} class="data" @change=${change}>
    ${all.map((each) => html`<option value=${each} .selected=${each === current}>${each.replaceAll('"', '')}</option>`)}
    <option>${other}</option>
  </select>`
}

export function isChanged({ id, answers }: ExplainedChoice, profile: Profile): boolean {
  return stringifyJson(profile[id as keyof Profile]) !== stringifyJson(answers[0])
}

/** Restores the field after a failure. */
async function answer(
  model: PanelModel,
  profile: Profile,
  id: string,
  text: string | null,
  putBack: () => void,
): Promise<void> {
  if (text === null) return putBack()
  const answers: Record<string, unknown> = { ...profile, [id]: asAnswer(text) }
  // A 204 never has a body.
  if (text === '204' && id.endsWith('.status')) delete answers[id.replace('status', 'body')]
  if (!(await model.act(() => model.control.follow(answers), `${id} is ${text.replaceAll('"', '')} now.`)))
    putBack()
}

/** A status, a template in JSON, or a word with or without quotation marks. */
function asAnswer(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
