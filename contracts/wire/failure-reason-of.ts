import type { ReceivedReply } from '../spec/exchange.ts'
import { noDecisionIn } from './access.ts'
import type { ProviderClient } from './client.ts'
import { endOf } from './clock.ts'
import { ProviderUnreachable } from './provider-unreachable.ts'
import { expectsHttps, shownLocation } from './redirect.ts'
import { SetUpError } from './set-up-error.ts'

export interface FailureReasonTerms {
  readonly client: Pick<ProviderClient, 'curl' | 'url'>
  readonly signal: AbortSignal
}

/** The start of the line with a command that shows a failure again. */
export const toReproduce = 'To reproduce: '

/** For `catch`: ignores that the provider failed or refused, or that the run was aborted. @throws any other error. */
export function ignoreFailure(signal?: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    const isOfProvider = error instanceof ProviderUnreachable || error instanceof SetUpError
    if (!isOfProvider && !signal?.aborted) throw error
  }
}

/** Why a run could not start or continue, in a sentence. @throws any error that is not the provider's failure. */
export function failureReasonOf(error: unknown, { client, signal }: FailureReasonTerms): string {
  if (signal.aborted) return endOf(signal)
  if (error instanceof ProviderUnreachable) return error.message
  if (!(error instanceof SetUpError)) throw error
  const { message, exchange } = error
  const failed = `Failed to ${doing[exchange?.request.method ?? ''] ?? 'set up a post'}: ${message}.`
  if (!exchange) return failed
  const nextStep =
    exchange.request.method === 'DELETE'
      ? '"verify --without delete" checks everything else, and leaves its posts at the provider.'
      : nextStepAfter(exchange.reply, client.url)
  return `${failed}${nextStep && ` ${nextStep}`}\n${toReproduce}${client.curl(exchange.request)}`
}

/** The result of some work, or why the provider made it fail. */
export async function attempted<Result>(
  work: () => Promise<Result>,
  terms: FailureReasonTerms,
): Promise<{ readonly result?: Result; readonly failureReason?: string }> {
  try {
    return { result: await work() }
  } catch (error) {
    return { failureReason: failureReasonOf(error, terms) }
  }
}

const doing: Readonly<Record<string, string>> = { GET: 'read the posts', DELETE: 'remove a post' }

function nextStepAfter(reply: ReceivedReply, url: string): string {
  if (expectsHttps(reply)) return `This port expects https. Pass ${url.replace(/^http:/, 'https:')}.`
  const kind = noDecisionIn(reply)
  if (kind === 'refused') return "Pass credentials that may do this with --header 'Authorization: …'."
  if (kind === 'limited') return 'Run it again later, or send fewer requests with --rate.'
  if (kind === 'redirected')
    return `It redirects to ${shownLocation(reply.headers.location, `${url}/posts`)}: pass the address of the service itself, or credentials with --header 'Authorization: …'.`
  return kind === 'page' || reply.status === 404 || reply.status === 405
    ? 'Check that the address is the base address, without /posts, such as https://api.example.com/v1.'
    : ''
}
