import type { Redactor } from './redactor.ts'
import { type GivenSecrets, redactorFor } from './secrets.ts'

/**
 * Does the work of a run on the replies as they came, and lets no secret of it out: neither in the result, which is plain data, nor
 * in the message of an error.
 */
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
