import { clauseIds, clauses } from '../../../contracts/clauses.ts'
import { type PresetName, presets } from '../../presets.ts'
import { completeProfile } from '../../profile.ts'
import type { ControlRoute } from './control-route.ts'

/** What there is to know of the interface document and the presets; the same in every world. */
export const referenceRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/clauses',
    about:
      'Every statement of the interface document: its id, the statement, where it stands, and its words.',
    perform: () => ({ clauses: clauseIds.map((id) => ({ id, ...clauses[id] })) }),
  },
  {
    method: 'GET',
    path: '/presets',
    about: 'The presets by name, each with its answer to every choice.',
    perform: () =>
      Object.fromEntries(Object.keys(presets).map((name) => [name, completeProfile(name as PresetName)])),
  },
]
