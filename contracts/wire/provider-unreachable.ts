import { UnderstudyError } from '../../handlers/model/errors.ts'
import { explain, type Failure, type FailureReason, type UnansweredRequest } from './failure-reason.ts'

/**
 * A request without a complete reply. Code `PROVIDER_UNREACHABLE`.
 *
 * @example
 * try { await send(request) }
 * catch (error) { if (error instanceof ProviderUnreachable && error.failureReason === 'refused') wait() }
 */
export class ProviderUnreachable extends UnderstudyError {
  readonly failureReason: FailureReason

  constructor(failureReason: FailureReason, message: string, options?: ErrorOptions) {
    super('PROVIDER_UNREACHABLE', message, options)
    this.failureReason = failureReason
  }
}

/** Turns a connection error into a message with the next step. */
export function unreachable(
  attempt: UnansweredRequest,
  cause: unknown,
  status?: number,
): ProviderUnreachable {
  const failure = failureOf(cause)
  const { failureReason, fact, nextStep } = explain(failure, attempt, status)
  const line = `${attempt.method} ${attempt.path}`.slice(0, 200).trimEnd()
  const message = `Failed to send ${line} to ${attempt.base}: ${fact}. ${nextStep}`
  // Not the whole cause: it can contain the request's headers.
  return new ProviderUnreachable(failureReason, message, { cause: failure.code })
}

function failureOf(cause: unknown): Failure {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const fields = error as {
    code?: unknown
    address?: unknown
    port?: unknown
    errors?: unknown[]
    cause?: unknown
  }
  // A host with several addresses fails with one error for each.
  if (Array.isArray(fields.errors) && fields.errors.length > 0) return failureOf(fields.errors[0])
  if (fields.code === undefined && fields.cause instanceof Error) return failureOf(fields.cause)
  const address = typeof fields.address === 'string' ? `${fields.address}:${String(fields.port)}` : undefined
  return { code: String(fields.code ?? error.name), message: error.message, address }
}
