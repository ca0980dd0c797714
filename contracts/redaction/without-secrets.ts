import type { Redactor } from './redactor.ts'
import { type GivenSecrets, redactorFor } from './redactor-for.ts'

/** Runs the work on unredacted replies, and redacts its result (plain data) and the message of any error. */
export async function withoutSecrets<Result>(
  given: GivenSecrets,
  work: (redactor: Redactor) => Promise<Result>,
): Promise<Result> {
  const redactor = redactorFor(given)
  try {
    return redactor.data(await work(redactor))
  } catch (error) {
    // The message of a DOMException cannot be assigned.
    if (error instanceof Error)
      Object.defineProperties(error, {
        message: { value: redactor.text(error.message) },
        stack: { value: redactor.text(error.stack ?? '') },
      })
    throw error
  }
}
