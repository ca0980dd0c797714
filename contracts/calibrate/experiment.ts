import type { AnswerTo, ChoiceId } from '../../handlers/choices.ts'
import type { Detection, Observations } from '../choices/detection.ts'
import type { Trials } from './trials.ts'

/** The results of one round, by choice. */
export type Findings = { readonly [Id in ChoiceId]?: Detection<AnswerTo<Id>> }

export interface Surroundings<Id extends ChoiceId> {
  readonly trials: Trials
  /** The examples of this round, and the history of the run's posts. */
  readonly observations: Observations
  /** The results of this round so far. */
  readonly found: Findings
  /** The result of the same experiment in the first round. */
  readonly before: Detection<AnswerTo<Id>> | undefined
}

/** Finds the answer to a choice that examples do not show. */
export type Experiment<Id extends ChoiceId> = (
  surroundings: Surroundings<Id>,
) => Promise<Detection<AnswerTo<Id>>>

export type Experiments = { readonly [Id in ChoiceId]?: Experiment<Id> }
