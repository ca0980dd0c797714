import { neededCredentials } from '../../handlers/choices/answers.ts'
import { completeProfile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { RecordedExchange } from './recording.ts'
import { replyUnder } from './replay.ts'

/** One answer to a choice. There is one object for each: see {@link variantOf}. */
export interface Variant {
  readonly choice: ChoiceId
  readonly answer: unknown
}

/** Answers to some choices; the others have their defaults. */
export type Answers = Readonly<Record<string, unknown>>

const variants = new Map<string, Variant>()

export function variantOf(choice: ChoiceId, answer: unknown): Variant {
  const key = `${choice} ${stringifyJson(answer)}`
  const variant = variants.get(key) ?? { choice, answer }
  variants.set(key, variant)
  return variant
}

/** The answers that the choices list, in their order. */
export const listedVariants: readonly Variant[] = choiceIds.flatMap((choice) =>
  choices[choice].answers.map((answer) => variantOf(choice, answer)),
)

export function isDefault({ choice, answer }: Variant): boolean {
  return choices[choice].answers[0] === answer
}

/** Variants as answers, in the order of the choices. */
export function answersOf(variants: readonly Variant[]): Answers {
  const inOrder = variants.toSorted(
    (one, other) => choiceIds.indexOf(one.choice) - choiceIds.indexOf(other.choice),
  )
  return Object.fromEntries(inOrder.map(({ choice, answer }) => [choice, answer]))
}

/** Whether a profile can have all these answers: beside a status without a body it has none. */
export function areConsistent(answers: Answers): boolean {
  const profile: Answers = completeProfile(answers)
  return stringifyJson({ ...profile, ...answers }) === stringifyJson(profile)
}

/**
 * The listed answers that change the reply to a recorded request, and that its test leaves open: the request is answered
 * again under each that goes with the others. None for an injected fault.
 *
 * @param inEffect the other answers; by default those at the request.
 */
export async function shapingOf(
  exchange: RecordedExchange,
  among = listedVariants,
  inEffect: Answers = exchange.profile,
): Promise<readonly Variant[]> {
  const { entry, own } = exchange
  if (entry.fault !== undefined) return []
  const profile = completeProfile(inEffect)
  // The journal has no credentials to send again: only a refused request is asked for them.
  const isRefused = entry.status === neededCredentials(profile['access.credentials'])?.status
  const base: Answers = isRefused ? profile : { ...profile, 'access.credentials': 'none' }
  const textUnder = async (answers: Answers) => textOf(await replyUnder(exchange, completeProfile(answers)))
  const isOpen = ({ choice }: Variant) =>
    own[choice] === undefined && (isRefused || !choice.startsWith('access.'))
  const reply = await textUnder(base)
  const shaping: Variant[] = []
  for (const variant of among.filter(isOpen)) {
    const others = { ...base, [variant.choice]: variant.answer }
    if (areConsistent(others) && (await textUnder(others)) !== reply) shaping.push(variant)
  }
  return shaping
}

/** What a caller reads of a reply, as text: CORS headers concern the browser. */
export function textOf({ status, headers, body }: PlainReply): string {
  const read = Object.entries(headers).filter(([name]) => !/^(?:access-control-.+|vary)$/.test(name))
  return stringifyJson([status, read, body ?? null])
}
