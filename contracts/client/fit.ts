import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { isSameAnswer } from '../choices/detection.ts'
import type { PactVerdict } from '../pact/native/verify-with-pact.ts'
import { type ClientFile, isForItsBody } from './client-file.ts'
import type { Answers } from './variants.ts'

/** The answer of a service, or of a profile, to a choice. */
export interface GivenAnswer {
  /** Undefined where it is not known. */
  readonly answer?: unknown
  /** Why it is not known. */
  readonly reason?: string
  /** Whether another answer agrees with what was seen. Default equality. */
  fits?(answer: unknown): boolean
}

/** Answers of a service with which a client's tests fail. */
export interface ClientBreak {
  /** One answer, or several that fail together. */
  readonly answers: Answers
  readonly tests: readonly string[]
  readonly request?: string | undefined
  readonly reply?: string | undefined
}

/** Whether a client and a service go together. Plain data. */
export interface ClientFit {
  /** The name of the client file. */
  readonly client: string
  readonly breaks: readonly ClientBreak[]
  /** Answers of the service with which the client's tests were not run. */
  readonly untried: Answers
  /** Choices with answers that break the client, and whose answer at the service is not known. */
  readonly unknown: readonly { readonly choice: ChoiceId; readonly reason: string }[]
  /** How many choices shape the client's replies. */
  readonly choices: number
  /** For a Pact: what Pact's verifier made of it, instead of answers. */
  readonly pact?: PactVerdict
}

/** Compares what a client relies on with the answers of a service. */
export function fitOf(name: string, client: ClientFile, given: (choice: ChoiceId) => GivenAnswer): ClientFit {
  const breaks: ClientBreak[] = []
  const untried: Record<string, unknown> = {}
  const unknown: { choice: ChoiceId; reason: string }[] = []
  const met = choiceIds.filter((choice) => client.choices[choice])
  for (const choice of met) {
    const { passes = [], fails = [] } = client.choices[choice] ?? {}
    const there = given(choice)
    if (there.answer === undefined) {
      if (fails.length > 0) unknown.push({ choice, reason: there.reason ?? 'it was not seen' })
      continue
    }
    const failing = (isIt: Agrees) => fails.find(({ answer }) => isIt(there, answer))
    // Where both kinds agree with what was seen, the exact answer decides, then the benefit of the doubt.
    const isPassing = (isIt: Agrees) => passes.some((answer) => isIt(there, answer))
    const failed = failing(isSame) ?? (isPassing(isSame) || isPassing(agrees) ? undefined : failing(agrees))
    if (failed) {
      const { answer: _, ...evidence } = failed
      const body = given(choice.replace('status', 'body') as ChoiceId)
      if (body.answer !== 'none' || !isForItsBody(client, choice, failed.answer))
        breaks.push({ answers: { [choice]: there.answer }, ...evidence })
    } else if (!isPassing(isSame) && !isPassing(agrees)) untried[choice] = there.answer
  }
  for (const { answers, ...evidence } of client.together) {
    const all = Object.entries(answers).map(([id, answer]) => agrees(given(id as ChoiceId), answer))
    if (all.every(Boolean)) breaks.push({ answers, ...evidence })
  }
  return { client: name, breaks, untried, unknown, choices: met.length }
}

type Agrees = (there: GivenAnswer, answer: unknown) => boolean

const isSame: Agrees = (there, answer) => isSameAnswer(there.answer, answer)

const agrees: Agrees = (there, answer) =>
  there.answer !== undefined && (isSame(there, answer) || there.fits?.(answer) === true)

/** Whether the client of a Pact and a service go together. */
export function pactFitOf(name: string, pact: PactVerdict): ClientFit {
  const breaks = pact.refused.map(({ key, message }) => ({
    answers: {},
    tests: [],
    request: key,
    reply: message,
  }))
  return { client: name, breaks, untried: {}, unknown: [], choices: 0, pact }
}
