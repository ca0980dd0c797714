import { css, html, nothing } from 'lit'
import type { ExplainedChoice, Reference } from '../backstage/reference.ts'
import { stringifyJson } from '../json.ts'
import type { Profile } from '../profile.ts'
import { copyText } from './copy-text.ts'
import { PanelView } from './panel-view.ts'
import { controls } from './style/controls.ts'

/** What the document states, and how the profile answers what it leaves open. */
export class ProfileTab extends PanelView {
  static override properties = { filter: { state: true } }
  static override styles = [
    controls,
    css`
      .scroll { border-top: 1px solid var(--line); }
      li { padding: 10px 14px; border-bottom: 1px solid var(--line); }
      .head { display: flex; align-items: center; gap: 8px; }
      .head label { flex: 1; min-width: 0; overflow-wrap: anywhere; }
      .head select { max-width: 55%; }
      li p { margin-top: 4px; text-wrap: pretty; }
      .silence { font-size: 12px; color: var(--soft); }
      h3 { padding: 14px 14px 6px; }
      blockquote { margin-top: 4px; padding: 1px 0 1px 10px; border-left: 4px solid var(--mark); }
    `,
  ]
  declare filter: string

  constructor() {
    super()
    this.filter = ''
  }

  override render() {
    const { model } = this
    model.wantReference()
    const { state, reference } = model
    if (!state || !reference) return nothing
    const { profile } = state
    const preset = presetOf(profile, reference)
    const words = this.filter.trim().toLowerCase()
    const isMeant = (item: object) => JSON.stringify(item).toLowerCase().includes(words)
    return html`
      <div class="bar">
        <label>Profile <select @change=${this.#follow}>
          ${Object.keys(reference.presets).map((name) => html`<option .selected=${name === preset}>${name}</option>`)}
          ${preset === undefined ? html`<option selected>your own</option>` : nothing}
        </select></label>
        <input class="wide" type="search" placeholder="Filter" aria-label="Filter choices and clauses" @input=${this.#onFilter} />
        <button @click=${() => copyText(model, ownAnswers(profile, reference), 'The profile is copied, as JSON for --profile.')}>Copy</button>
      </div>
      <div class="scroll">
        <h3>Choices: what the document leaves open</h3>
        <ul>${reference.choices.filter(isMeant).map((choice) => this.#renderChoice(choice, profile))}</ul>
        <h3>Clauses: what it states, never to be configured</h3>
        <ul>${reference.clauses
          .filter(isMeant)
          .map(
            ({ id, statement, words, source }) =>
              html`<li><b class="data">${id}</b><p>${statement}</p><blockquote>${words}</blockquote><p class="silence">${source}</p></li>`,
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
      <div class="head">
        <label for=${id} class="data"><b>${isOwn ? html`<mark>${id}</mark>` : id}</b></label>
        <select id=${id} class="data" @change=${(event: Event) => this.#answer(id, (event.target as HTMLSelectElement).value)}>
          ${all.map((each) => html`<option value=${each} .selected=${each === current}>${each.replaceAll('"', '')}</option>`)}
        </select>
      </div>
      <p>${about}</p>
      <p class="silence">${silence}.</p>
    </li>`
  }

  #onFilter = (event: Event): void => {
    this.filter = (event.target as HTMLInputElement).value
  }

  #follow = (event: Event): void => {
    const { model } = this
    const { value } = event.target as HTMLSelectElement
    void model.act(() => model.control.follow(value as 'default'))
  }

  #answer(id: string, json: string): void {
    const { model } = this
    const answers: Record<string, unknown> = { ...model.state?.profile, [id]: JSON.parse(json) }
    // A 204 has no body, and says so by itself.
    if (json === '204') delete answers[id.replace('.status', '.body')]
    void model.act(() => model.control.follow(answers as unknown as Profile))
  }
}

function presetOf(profile: Profile, { presets }: Reference): string | undefined {
  const key = stringifyJson(profile)
  return Object.keys(presets).find((name) => stringifyJson(presets[name]) === key)
}

async function ownAnswers(profile: Profile, { choices }: Reference): Promise<string> {
  const own = choices.filter(
    ({ id, answers }) => stringifyJson(profile[id as keyof Profile]) !== stringifyJson(answers[0]),
  )
  return stringifyJson(Object.fromEntries(own.map(({ id }) => [id, profile[id as keyof Profile]])), 2)
}
