import type { ChoiceId } from '../../handlers/choices.ts'
import { accessExperiments, pageExperiments } from './access-experiments.ts'
import { bodyExperiments } from './body-experiments.ts'
import type { Experiment } from './experiment.ts'
import { idExperiments } from './id-experiments.ts'
import { listExperiments, nearestExperiments } from './list-experiments.ts'
import { maxBytes } from './max-bytes.ts'
import { maxDepth } from './max-depth.ts'
import { maxLength } from './max-length.ts'

/** Experiments for the choices that examples do not show, or not in full, in the order in which they are made. */
export const experiments: { readonly [Id in ChoiceId]?: Experiment<Id> } = {
  ...bodyExperiments,
  ...idExperiments,
  ...listExperiments,
  ...nearestExperiments,
  ...pageExperiments,
  // How large a body may be tells how far the others can go.
  'input.max-bytes': maxBytes,
  'input.max-length': maxLength,
  'input.max-depth': maxDepth,
  // What a whole round has met.
  ...accessExperiments,
}
