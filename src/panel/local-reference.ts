import { clauseIds, clauses } from '../../contracts/clauses.ts'
import { choiceIds, choices } from '../choices.ts'
import { type PresetName, presets } from '../presets.ts'
import { completeProfile, type Profile } from '../profile.ts'
import type { Reference } from './control.ts'

const names = Object.keys(presets) as PresetName[]

/** What the panel explains, for a mock in the page. */
export const localReference: Reference = {
  choices: choiceIds.map((id) => ({ id, ...choices[id] })),
  clauses: clauseIds.map((id) => ({ id, ...clauses[id] })),
  presets: Object.fromEntries(names.map((name): [string, Profile] => [name, completeProfile(name)])),
}
