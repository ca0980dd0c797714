import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
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
  { method, path, headers, body, sending }: RawRequest,
  signal: AbortSignal,
): Promise<RawReply> {
  const isSplit = body !== undefined && sending !== undefined
  // undici sends a stream without a length in chunks.
  const length = isSplit && sending === 'in-packets' ? { 'content-length': String(body.byteLength) } : {}
  const reply = await agent.request({
    origin,
    path,
    method: method as Dispatcher.HttpMethod,
    headers: { ...headers, ...length },
    body: isSplit ? Readable.from(packetsOf(body)) : (body ?? null),
    signal,
  })
  try {
    const bytes = await reply.body.bytes()
    return { status: reply.statusCode, headers: reply.headers, body: Buffer.from(bytes) }
  } catch (cause) {
    throw new CutReply(reply.statusCode, cause)
  }
}

/** Splits a body in two, inside a multi-byte character if it has one, with a gap: otherwise they are sent as one. */
async function* packetsOf(body: Buffer): AsyncGenerator<Buffer> {
  const wide = body.findIndex((byte) => byte >= 0xc0)
  const cut = wide < 0 ? body.byteLength >> 1 : wide + 1
  yield body.subarray(0, cut)
  await wait(5)
  yield body.subarray(cut)
}
