import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { masked, type Reading } from '../detect/reading.ts'
import { readings } from '../detect.ts'
import type { Send } from '../document/exchange.ts'
import { playReadOnly } from '../run/read-only.ts'
import type { Experiment, Findings } from './experiment.ts'
import { experiments } from './experiments.ts'
import type { Lab } from './lab.ts'

/** Choices that posts of others show, and requests that write nothing. */
const shown: readonly ChoiceId[] = [
  'id.malformed',
  'error.body',
  'list.query',
  'wire.charset',
  'method.head',
  'method.options',
  'path.unknown',
  'path.trailing-slash',
  'cors.origins',
]

/** Asks a provider by GET, HEAD and OPTIONS alone, on the posts that are there already. */
export async function askReadOnly(lab: Lab, send: Send): Promise<Findings> {
  await playReadOnly(lab.run, send)
  const { sightings } = lab.run
  const found: Record<string, Reading> = {}
  for (const choice of choiceIds) {
    const experiment = experiments[choice] as Experiment<ChoiceId> | undefined
    if (!shown.includes(choice)) found[choice] = masked('it takes a write to see')
    else if (!experiment) found[choice] = readings[choice](sightings)
    else found[choice] = await experiment({ lab, sightings, found, before: undefined, largestBody: 0 })
  }
  return found as Findings
}
