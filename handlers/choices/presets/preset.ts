import type { AnswerTo, ChoiceId } from '../../choices.ts'

/** A profile of this package: the answers that differ from the defaults, and their origin. */
export type Preset = { readonly [Id in ChoiceId]?: AnswerTo<Id> } & {
  /** Choices to which the stack gives an answer that a profile cannot express. */
  readonly unknown?: readonly ChoiceId[]
  readonly about?: PresetOrigin
}

/** The origin of a preset. */
export interface PresetOrigin {
  /** The stack and its version. */
  readonly stack: string
  /** The date in ISO 8601. */
  readonly measured: string
  /** The measuring program and its version. */
  readonly by: string
}
