import { html, nothing } from 'lit'
import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { ExplainedChoice, Reference } from '../devtools/reference.ts'
import { copyText } from './copy-text.ts'
import { ListView } from './list-view.ts'
import { controls } from './style/controls.ts'
import { css } from './style/css.ts'

/** The name of a profile that is no preset. */
const own = 'your own'

/** What the document states, and how the profile answers what it leaves open. */
export class ProfileTab extends ListView<never> {
  static override styles = [
    controls,
    css`
      .scroll { border-top: 1px solid var(--line); }
      li { padding: 10px 14px; border-bottom: 1px solid var(--line); }
      li:hover { background: none; }
      li .bar { padding: 0; }
      li .wide { overflow-wrap: anywhere; }
      li select { max-width: 55%; }
      li p { margin-top: 4px; }
      h3 { padding: 14px 14px 6px; }
    `,
  ]

  override render() {
    const { model } = this
    model.wantReference()
    const { state, reference } = model
    if (!state || !reference) return nothing
    const { profile } = state
    const preset = presetOf(profile, reference)
    return html`
      <div class="bar">
        <label>Profile <select @change=${(event: Event) => this.#follow(event, (event.target as HTMLSelectElement).value as 'default', preset ?? own)}>
          ${Object.keys(reference.presets).map((name) => html`<option .selected=${name === preset}>${name}</option>`)}
          ${preset === undefined ? html`<option selected>${own}</option>` : nothing}
        </select></label>
        ${this.filterField('Filter choices and clauses')}
        <button @click=${() => copyText(model, ownAnswers(profile, reference), 'Copied as JSON, for --profile.')}>Copy</button>
      </div>
      <div class="scroll">
        <h3>Choices: what the document leaves open</h3>
        <ul>${this.matching(reference.choices, JSON.stringify).map((choice) => this.#renderChoice(choice, profile))}</ul>
        <h3>Clauses: what it states</h3>
        <ul>${this.matching(reference.clauses, JSON.stringify).map(
          ({ id, statement, words, source }) =>
            html`<li><b class="data">${id}</b><p>${statement}</p><blockquote>${words}</blockquote><p class="small">${source}</p></li>`,
        )}</ul>
      </div>
    `
  }

  #renderChoice({ id, about, silence, answers }: ExplainedChoice, profile: Profile) {
    const answer = profile[id as keyof Profile]
    const current = stringifyJson(answer)
    const all = [...new Set([...answers.map((each) => stringifyJson(each)), current])]
    const isOwn = current !== stringifyJson(answers[0])
    return html`<li>
      <div class="bar">
        <label for=${id} class="data wide"><b>${isOwn ? html`<mark>${id}</mark>` : id}</b></label>
        <select id=${id} class="data" @change=${(event: Event) => this.#answer(event, id, current)}>
          ${all.map((each) => html`<option value=${each} .selected=${each === current}>${each.replaceAll('"', '')}</option>`)}
        </select>
      </div>
      <p>${about}</p>
      <p class="small">${silence}.</p>
    </li>`
  }

  async #follow(event: Event, profile: ProfileOption | Profile, before: string): Promise<void> {
    const { model } = this
    const field = event.target as HTMLSelectElement
    // What did not work is not chosen: the field shows what holds.
    if (!(await model.act(() => model.control.follow(profile)))) field.value = before
  }

  #answer(event: Event, id: string, before: string): void {
    const { value } = event.target as HTMLSelectElement
    const answers: Record<string, unknown> = { ...this.model.state?.profile, [id]: parseJson(value) }
    // A 204 has no body, and says so by itself.
    if (value === '204' && id.endsWith('.status')) delete answers[id.replace('status', 'body')]
    void this.#follow(event, answers, before)
  }
}

function presetOf(profile: Profile, { presets }: Reference): string | undefined {
  const key = stringifyJson(profile)
  return Object.keys(presets).find((name) => stringifyJson(presets[name]) === key)
}

async function ownAnswers(profile: Profile, { choices }: Reference): Promise<string> {
  const changed = choices.filter(
    ({ id, answers }) => stringifyJson(profile[id as keyof Profile]) !== stringifyJson(answers[0]),
  )
  return stringifyJson(Object.fromEntries(changed.map(({ id }) => [id, profile[id as keyof Profile]])), 2)
}
