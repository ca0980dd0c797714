import type { Dispatcher } from 'undici'
import type { RawReply, RawRequest } from './target.ts'

/** A reply that broke off. */
export class CutReply extends Error {
  readonly status: number

  constructor(status: number, cause: unknown) {
    super('The reply broke off.', { cause })
    this.status = status
  }
}

export interface SendLimits {
  /** In milliseconds. */
  readonly timeout: number
  /** Aborts the request. */
  readonly signal: AbortSignal | undefined
  /** Aborts when the user ends the run: the timeout of later requests is short. */
  readonly stop: AbortSignal | undefined
}

/** The timeout once the user ended the run, in milliseconds. */
const hurried = 800

/**
 * Sends one request over the wire, once, and reads its reply to the end.
 * @param request with the full path, the base address's included.
 * @throws CutReply where the reply breaks off; the connection's error; an error with the code `TIMED_OUT`; the reason
 * of the signal.
 */
export async function sendOnce(
  agent: Dispatcher,
  origin: string,
  request: RawRequest,
  { timeout, signal, stop }: SendLimits,
): Promise<RawReply> {
  const late = AbortSignal.timeout(stop?.aborted ? Math.min(timeout, hurried) : timeout)
  try {
    return await exchange(agent, origin, request, signal ? AbortSignal.any([signal, late]) : late)
  } catch (error) {
    signal?.throwIfAborted()
    throw late.aborted ? Object.assign(new Error('No reply in time.'), { code: 'TIMED_OUT' }) : error
  }
}

async function exchange(
  agent: Dispatcher,
  origin: string,
  { method, path, headers, body }: RawRequest,
  signal: AbortSignal,
): Promise<RawReply> {
  const reply = await agent.request({
    origin,
    path,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    signal,
  })
  try {
    const bytes = await reply.body.bytes()
    return { status: reply.statusCode, headers: reply.headers, body: Buffer.from(bytes) }
  } catch (cause) {
    throw new CutReply(reply.statusCode, cause)
  }
}
