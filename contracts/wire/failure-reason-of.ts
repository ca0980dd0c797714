import { isHtml, type ReceivedReply } from '../spec/exchange.ts'
import type { ProviderClient } from './client.ts'
import { endOf } from './early-end.ts'
import { ProviderUnreachable } from './provider-unreachable.ts'
import { expectsHttps, isRedirect, shownLocation } from './redirect.ts'
import { SetUpError } from './set-up-error.ts'

export interface FailureReasonTerms {
  readonly client: Pick<ProviderClient, 'curl' | 'url'>
  readonly signal: AbortSignal
}

/** The start of the line with a command that shows a failure again. */
export const toReproduce = 'To reproduce: '

/** Whether an error says that the provider failed or refused; any other is a fault of this package, or of the disk. */
export function isProviderFailure(error: unknown): error is ProviderUnreachable | SetUpError {
  return error instanceof ProviderUnreachable || error instanceof SetUpError
}

/** For `catch`: ignores that the provider failed or refused, or that the run was aborted. @throws any other error. */
export function ignoreFailure(signal?: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!isProviderFailure(error) && !signal?.aborted) throw error
  }
}

/** Why a run could not start or continue, in a sentence. @throws any error that is not the provider's failure. */
export function failureReasonOf(error: unknown, { client, signal }: FailureReasonTerms): string {
  if (signal.aborted) return endOf(signal)
  if (error instanceof ProviderUnreachable) return error.message
  if (!(error instanceof SetUpError)) throw error
  const { message, exchange } = error
  if (!exchange) return `Failed to set up a post: ${message}.`
  const { method } = exchange.request
  const { status } = exchange.reply
  const hint = method === 'DELETE' ? deleteHint(status) : hintFor(exchange.reply, client.url)
  const failed = failedTo[method] ?? 'Failed to set up a post'
  return `${failed}: ${message}.${hint}\n${toReproduce}${client.curl(exchange.request)}`
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

const failedTo: Readonly<Record<string, string>> = {
  GET: 'Failed to read the posts',
  DELETE: 'Failed to remove a post',
}

const credentials = "--header 'Authorization: …'"

function deleteHint(status: number): string {
  const rights = [401, 403, 407].includes(status)
    ? ` Pass credentials that are allowed to delete with ${credentials}.`
    : ''
  return `${rights} "verify --without delete" checks everything else, and leaves its posts at the provider.`
}

function hintFor(reply: ReceivedReply, url: string): string {
  const { status, headers } = reply
  if (expectsHttps(reply)) return ` This port expects https. Pass ${url.replace(/^http:/, 'https:')}.`
  if (isRedirect(status)) {
    const to = shownLocation(headers.location, `${url}/posts`)
    const { protocol, hostname, pathname } = new URL(url)
    const there = URL.canParse(to) ? new URL(to) : undefined
    return there?.hostname === hostname && there.protocol === 'https:' && protocol === 'http:'
      ? ` It expects https. Pass ${there.origin}${pathname}.`
      : ` It redirects to ${to}: pass the address of the service itself, or credentials with ${credentials}.`
  }
  if (status === 429) return ' Run it again later, or send fewer requests with --rate.'
  if (status === 401 || status === 403)
    return ` Pass credentials that are allowed to write with ${credentials}.`
  return status === 404 || status === 405 || isHtml(reply)
    ? ' Check that the address is the base address, without /posts, such as https://api.example.com/v1.'
    : ''
}
