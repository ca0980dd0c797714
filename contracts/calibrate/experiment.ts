import type { ChoiceId } from '../../handlers/choices.ts'
import type { Detection } from '../choices/detection.ts'
import type { SequenceRun } from '../run/sequence-run.ts'
import type { ProviderClient } from '../wire/client.ts'

/** The detected answers, by choice. */
export type Detections = { readonly [Id in ChoiceId]?: Detection }

export interface ExperimentTerms {
  readonly run: SequenceRun
  readonly client: ProviderClient
  /** The answers that were detected before. */
  readonly found: Detections
}

/** Finds the answer to a choice that no example shows. */
export type Experiment = (terms: ExperimentTerms) => Promise<Detection>
