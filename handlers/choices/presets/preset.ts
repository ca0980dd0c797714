import type { AnswerTo, ChoiceId } from '../../choices.ts'

/** A profile that ships with the package: answers that are not the default ones, and where they come from. */
export type Preset = { readonly [Id in ChoiceId]?: AnswerTo<Id> } & {
  /** Choices to which the stack gives an answer that no profile can say. */
  readonly unknown?: readonly ChoiceId[]
  readonly about?: PresetOrigin
}

/** What a preset was read off, when and by whom. */
export interface PresetOrigin {
  /** The stack and its version. */
  readonly stack: string
  /** The day, as ISO 8601 writes it. */
  readonly measured: string
  /** Who asked it. */
  readonly by: string
}
