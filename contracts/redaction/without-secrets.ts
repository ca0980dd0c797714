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
    if (error instanceof Error) {
      error.message = redactor.text(error.message)
      error.stack = redactor.text(error.stack ?? '')
    }
    throw error
  }
}
