import { isBodiless } from '../../handlers/choices/kinds.ts'
import { writes } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../../handlers/choices.ts'
import { isSameAnswer } from '../choices/detection.ts'
import { profileOf } from './shaping.ts'

/** Answers to some choices; the others have their defaults. */
export type Answers = Readonly<Record<string, unknown>>

/** An answer other than the default, which a client may or may not cope with. */
export interface Variant {
  readonly choice: ChoiceId
  readonly answer: unknown
  /** The answers to other choices without which it changes no reply. */
  readonly beside?: Answers
}

/**
 * The answers of a run with these variants; undefined if they contradict each other.
 *
 * @param isUsable whether the client is known to pass with an answer: a variant that needs a status with a body gets the first such one.
 */
export function answersOf(
  variants: readonly Variant[],
  isUsable: (variant: Variant) => boolean,
): Answers | undefined {
  const answers: Record<string, unknown> = { ...answersIn(variants) }
  const isContradicted = ([id, wanted]: [string, unknown]) => !isSameAnswer(answers[id], wanted)
  if (variants.some((each) => Object.entries(answersIn([each])).some(isContradicted))) return undefined
  for (const operation of writes) {
    const choice = `${operation}.status` as const
    const body = answers[`${operation}.body`] ?? 'none'
    const [usual, ...others] = choiceOf(choice).answers
    if (body === 'none' || Object.hasOwn(answers, choice) || !isBodiless(usual)) continue
    const status = others.find((answer) => !isBodiless(answer) && isUsable({ choice, answer }))
    if (status === undefined) return undefined
    answers[choice] = status
  }
  return profileOf(answers) && answers
}

/** The answers of variants, and those that they need beside them, in the order of the choices. */
export function answersIn(variants: readonly Variant[]): Answers {
  const all = variants.map(({ choice, answer, beside }) => ({ ...beside, [choice]: answer }))
  const answers: Answers = Object.assign({}, ...all)
  return Object.fromEntries(choiceIds.filter((id) => id in answers).map((id) => [id, answers[id]]))
}

export function isSameVariant(one: Variant, other: Variant): boolean {
  return one.choice === other.choice && isSameAnswer(one.answer, other.answer)
}

export function isDefault({ choice, answer }: Variant): boolean {
  return isSameAnswer(choiceOf(choice).answers[0], answer)
}
