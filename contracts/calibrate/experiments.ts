import { accessExperiments, pageExperiments } from './access-experiments.ts'
import { bodyExperiments } from './body-experiments.ts'
import type { Experiments } from './experiment.ts'
import { idExperiments } from './id-experiments.ts'
import { listExperiments, nearestExperiments } from './list-experiments.ts'
import { maxBytes } from './max-bytes.ts'
import { maxLength } from './max-length.ts'

/** Experiments for the choices that examples do not fully show, in order. */
export const experiments: Experiments = {
  ...bodyExperiments,
  ...idExperiments,
  ...listExperiments,
  ...nearestExperiments,
  ...pageExperiments,
  // The largest body limits the other experiments.
  'input.max-bytes': maxBytes,
  'input.max-length': maxLength,
  // Needs the requests of the whole round.
  ...accessExperiments,
}
