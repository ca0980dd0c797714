import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** The static data of the panel; the same for every world. */
export interface Reference {
  /** Each with a sentence about it and its known answers, the default first. */
  readonly choices: readonly {
    readonly id: ChoiceId
    readonly about: string
    readonly answers: readonly unknown[]
  }[]
  /** The presets by name, each with its answer to every choice. */
  readonly presets: Readonly<Record<string, Profile>>
  readonly scenarios: readonly Omit<Scenario, 'change'>[]
}

export const reference: Reference = {
  choices: choiceIds.map((id) => ({ id, about: choices[id].about, answers: choices[id].answers })),
  presets: Object.fromEntries(
    Object.keys(presets).map((name) => [name, completeProfile(name as PresetName)]),
  ),
  scenarios: scenarios.map(({ id, name, about, faults }) => ({ id, name, about, faults })),
}
