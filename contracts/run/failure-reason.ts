import type { ProviderClient } from '../wire/client.ts'
import { ProviderUnreachable, SetUpError } from '../wire/failure.ts'
import { nextStepAfter, quoted } from '../wire/gateway.ts'
import { mayBeOfHeaders } from '../wire/status.ts'

/** The session of a run that failed. */
interface FailedSession {
  readonly client: ProviderClient
  /** Aborted where the run was interrupted, or ended itself. */
  readonly signal: AbortSignal
}

/** The reason of a run's signal where the run ended itself: a sentence. */
export class EndedEarly extends Error {}

/** The same where its time was over. */
export class TimeIsOver extends EndedEarly {}

/** Why a run ended early, as a sentence. @param signal is aborted. */
export function endOf({ reason }: AbortSignal): string {
  return reason instanceof EndedEarly ? reason.message : 'The run was interrupted.'
}

/** The start of the line with a command that shows a failure again. */
export const toReproduce = 'To reproduce: '

/** Why a run could not start or continue, in a sentence. @throws any error that is not the provider's failure. */
export function failureReasonOf(error: unknown, { client, signal }: FailedSession): string {
  if (signal.aborted) return endOf(signal)
  if (error instanceof ProviderUnreachable) return error.message
  if (!(error instanceof SetUpError)) throw error
  const { message, exchange } = error
  const failed = `Cannot go on: ${message}.`
  if (!exchange) return `${failed}${client.cache ?? ''}`
  const isDelete = exchange.request.method === 'DELETE'
  const words = quoted(exchange.reply)
  const told = words && ` It says${words}.`
  const nextStep =
    !isDelete || mayBeOfHeaders(exchange.reply) ? nextStepAfter(exchange.reply, client.url) : ''
  const withoutDelete = isDelete
    ? ' "verify --without delete" checks everything else, and leaves its posts at the provider.'
    : ''
  return `${failed}${told}${nextStep}${withoutDelete}\n${toReproduce}${client.curl(exchange.request)}`
}

/** The result of some work, or why the provider made it fail. */
export async function attempted<Result>(
  work: () => Promise<Result>,
  session: FailedSession,
): Promise<{ readonly result?: Result; readonly failureReason?: string }> {
  try {
    return { result: await work() }
  } catch (error) {
    return { failureReason: failureReasonOf(error, session) }
  }
}
