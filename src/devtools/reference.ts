import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { choiceIds, choices } from '../../handlers/choices.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** A choice as the panel explains it. */
export interface ExplainedChoice {
  readonly id: string
  readonly about: string
  /** Known answers, the default first. */
  readonly answers: readonly unknown[]
}

/** The static data of the panel; the same for every world. */
export interface Reference {
  readonly choices: readonly ExplainedChoice[]
  /** The presets by name, each with its answer to every choice. */
  readonly presets: Readonly<Record<string, Profile>>
  readonly scenarios: { readonly network: readonly Scenario[]; readonly posts: readonly Scenario[] }
}

const names = Object.keys(presets) as PresetName[]

export const reference: Reference = {
  choices: choiceIds.map((id) => {
    const { about, answers } = choices[id]
    return { id, about, answers }
  }),
  presets: Object.fromEntries(names.map((name): [string, Profile] => [name, completeProfile(name)])),
  scenarios,
}
