import type { AnswerTo, ChoiceId } from '../../handlers/choices.ts'
import type { Reading, Sightings } from '../detect/reading.ts'
import type { Lab } from './lab.ts'

/** What was read in one round, by choice. */
export type Findings = { readonly [Id in ChoiceId]?: Reading<AnswerTo<Id>> }

/** What an experiment has at hand. */
export interface Surroundings<Id extends ChoiceId> {
  readonly lab: Lab
  /** The examples of this round, and the posts of the run as they came and went. */
  readonly sightings: Sightings
  /** What was found in this round so far. */
  readonly found: Findings
  /** What the same experiment found in the round before. */
  readonly before: Reading<AnswerTo<Id>> | undefined
  /** The largest body that may be sent, in bytes. */
  readonly largestBody: number
}

/** Asks a provider what examples alone do not show of a choice. */
export type Experiment<Id extends ChoiceId> = (
  surroundings: Surroundings<Id>,
) => Promise<Reading<AnswerTo<Id>>>

/** An experiment for each choice of some. */
export type Experiments<Ids extends ChoiceId> = { readonly [Id in Ids]: Experiment<Id> }
