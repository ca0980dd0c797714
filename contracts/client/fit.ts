import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { agrees, type Detection, isSameAnswer } from '../choices/detection.ts'
import type { ClientFile } from './client-file.ts'
import type { Answers } from './shaping.ts'

/** Whether a client and a service go together. Plain data. */
export interface ClientFit {
  /** The name of the client file. */
  readonly client: string
  /** Answers of the service with which the client's tests fail. */
  readonly breaks: ClientFile['fails']
  /** Answers of the service with which the client's tests were not run. */
  readonly untried: Answers
  /** Choices with answers that break the client, and whose answer at the service is not known. */
  readonly unknown: readonly { readonly choice: ChoiceId; readonly reason: string }[]
  /** How many choices shape the client's replies. */
  readonly choices: number
}

/**
 * Compares what a client relies on with the answers of a service.
 * @param detect the answer of the service to a choice.
 */
export function fitOf(
  name: string,
  { passes, fails }: ClientFile,
  detect: (choice: ChoiceId) => Detection,
): ClientFit {
  /** The answers of the service, as the client's file has them. */
  const there: Record<string, unknown> = {}
  const untried: Record<string, unknown> = {}
  const unknown: { choice: ChoiceId; reason: string }[] = []
  const met = choiceIds.filter((choice) => passes[choice])
  for (const choice of met) {
    const failing = fails.flatMap(({ answers }) => (choice in answers ? [answers[choice]] : []))
    const detected = detect(choice)
    if (detected.kind !== 'seen') {
      if (failing.length > 0) unknown.push({ choice, reason: detected.reason })
      continue
    }
    // Where several agree with what was seen, the exact answer decides, then the benefit of the doubt.
    const all = [...(passes[choice] ?? []), ...failing]
    const exact = all.filter((answer) => isSameAnswer(answer, detected.answer))
    const [known] = [...exact, ...all.filter((answer) => agrees(detected, answer))]
    if (known === undefined) untried[choice] = detected.answer
    else there[choice] = known
  }
  const isThere = ([choice, answer]: [string, unknown]) => isSameAnswer(there[choice], answer)
  const breaks = fails.filter(({ answers }) => Object.entries(answers).every(isThere))
  return { client: name, breaks, untried, unknown, choices: met.length }
}
