import type { AnswerTo, ChoiceId } from '../../handlers/choices.ts'
import type { Detection, Observations } from '../detect/detection.ts'
import type { Trials } from './trials.ts'

/** What was read in one round, by choice. */
export type Findings = { readonly [Id in ChoiceId]?: Detection<AnswerTo<Id>> }

export interface Surroundings<Id extends ChoiceId> {
  readonly trials: Trials
  /** The examples of this round, and the posts of the run as they came and went. */
  readonly observations: Observations
  /** What was found in this round so far. */
  readonly found: Findings
  /** What the same experiment found in the round before. */
  readonly before: Detection<AnswerTo<Id>> | undefined
  /** The largest body that may be sent, in bytes. */
  readonly largestBody: number
}

/** Asks a provider what examples alone do not show of a choice. */
export type Experiment<Id extends ChoiceId> = (
  surroundings: Surroundings<Id>,
) => Promise<Detection<AnswerTo<Id>>>

export type Experiments<Ids extends ChoiceId> = { readonly [Id in Ids]: Experiment<Id> }
