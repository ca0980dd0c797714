import { css, html, nothing } from 'lit'
import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { ExplainedChoice, Reference } from '../devtools/reference.ts'
import { choiceField, isChanged } from './choice-field.ts'
import { copyText } from './copy-text.ts'
import { ListView } from './list-view.ts'
import { controls } from './style/controls.ts'

/** The groups of choices. */
const groups = [
  ['Create', /^create\./],
  ['Replace', /^replace\./],
  ['Delete', /^delete\./],
  ['List and read', /^(?:list|post)\./],
  ['Ids', /^id\./],
  ['Input', /^(?:input|text)\./],
  ['Errors', /^error\./],
  ['Paths, methods, headers, limits', /^(?!(?:create|replace|delete|list|post|id|input|text|error)\.)/],
] as const

/** The name of a profile that is not a preset. */
const own = 'custom'

/** The clauses of the document, and the choices with the answers of the profile. */
export class ProfileTab extends ListView<never> {
  static override properties = { onlyChanged: { state: true } }
  static override styles = [
    controls,
    css`
      .scroll { border-top: 1px solid var(--line); }
      .low { padding-top: 0; }
      li { padding: 10px 14px; border-bottom: 1px solid var(--line); }
      li:hover { background: none; }
      li .bar { padding: 0; }
      li .wide { overflow-wrap: anywhere; }
      li select { max-width: 55%; }
      li p { margin-top: 4px; }
      h3 { padding: 14px 14px 6px; }
    `,
  ]

  declare onlyChanged: boolean

  constructor() {
    super()
    this.onlyChanged = false
  }

  override render() {
    const { model } = this
    model.wantReference()
    const { state, reference } = model
    if (!state || !reference) return nothing
    const { profile } = state
    const preset = presetOf(profile, reference)
    const changed = reference.choices.filter((choice) => isChanged(choice, profile))
    const shown = this.matching(
      this.onlyChanged ? changed : reference.choices,
      ({ id, about, answers }) => `${id} ${about} ${stringifyJson(answers)}`,
    )
    return html`
      <div class="bar">
        <label>Profile <select @change=${(event: Event) => this.#follow(event, (event.target as HTMLSelectElement).value as 'default', preset ?? own)}>
          ${Object.keys(reference.presets).map((name) => html`<option .selected=${name === preset}>${name}</option>`)}
          ${preset === undefined ? html`<option selected>${own}</option>` : nothing}
        </select></label>
        ${this.filterField('Filter choices and clauses')}
      </div>
      <div class="bar low">
        <label class="wide"><input type="checkbox" .checked=${this.onlyChanged} @change=${this.#onOnlyChanged} /> Only changed (${changed.length})</label>
        <button @click=${() => copyText(model, answersTo(changed, profile), 'Copied as JSON, for --profile.')}>Copy</button>
      </div>
      <div class="scroll">
        ${groups.map(([title, name]) => {
          const inGroup = shown.filter(({ id }) => name.test(id))
          return this.#renderGroup(title, inGroup, profile)
        })}
        ${this.onlyChanged ? nothing : this.#renderClauses(this.matching(reference.clauses, (clause) => `${clause.id} ${clause.statement} ${clause.words}`))}
        ${shown.length === 0 ? html`<p class="empty">${this.filter === '' ? 'Every choice has its default.' : html`No choice contains <b>${this.filter}</b>.`}</p>` : nothing}
      </div>
    `
  }

  #renderGroup(title: string, choices: readonly ExplainedChoice[], profile: Profile) {
    if (choices.length === 0) return nothing
    return html`<h3>${title}</h3><ul>${choices.map((choice, index) => this.#renderChoice(choice, choices[index - 1]?.silence, profile))}</ul>`
  }

  #renderClauses(clauses: Reference['clauses']) {
    if (clauses.length === 0) return nothing
    return html`<h3>Clauses: what the document states</h3>
      <ul>${clauses.map(
        ({ id, statement, words, source }) =>
          html`<li><b class="data">${id}</b><p>${statement}</p><blockquote>${words}</blockquote><p class="small">${source}</p></li>`,
      )}</ul>`
  }

  #renderChoice(choice: ExplainedChoice, silenceAbove: string | undefined, profile: Profile) {
    const { id, about, silence } = choice
    return html`<li>
      <div class="bar">
        <label for=${`choice-${id}`} class="data wide"><b>${isChanged(choice, profile) ? html`<mark>${id}</mark>` : id}</b></label>
        ${isChanged(choice, profile) ? html`<span class="small">changed</span>` : nothing}
        ${choiceField(this.model, choice, profile)}
      </div>
      <p>${about}</p>
      ${silence === silenceAbove ? nothing : html`<p class="small">${silence}.</p>`}
    </li>`
  }

  #onOnlyChanged = (event: Event): void => {
    this.onlyChanged = (event.target as HTMLInputElement).checked
  }

  async #follow(event: Event, profile: ProfileOption | Profile, before: string): Promise<void> {
    const { model } = this
    const field = event.target as HTMLSelectElement
    // Restores the field after a failure.
    if (!(await model.act(() => model.control.follow(profile)))) field.value = before
  }
}

function presetOf(profile: Profile, { presets }: Reference): string | undefined {
  const key = stringifyJson(profile)
  return Object.keys(presets).find((name) => stringifyJson(presets[name]) === key)
}

async function answersTo(choices: readonly ExplainedChoice[], profile: Profile): Promise<string> {
  return stringifyJson(Object.fromEntries(choices.map(({ id }) => [id, profile[id as keyof Profile]])), 2)
}
