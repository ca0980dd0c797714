import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Clock } from './clock.ts'
import { mostReplyBytes } from './reply-limits.ts'
import { headerOf, type RawReply, type RawRequest } from './target.ts'

/** A reply that broke off. */
export class CutReply extends Error {
  override readonly name = 'CutReply'
  readonly status: number

  constructor(status: number, cause: unknown) {
    super('The reply broke off.', { cause })
    this.status = status
  }
}

/** `began`: when its headers arrived, in milliseconds of the clock. */
export interface TimedReply extends RawReply {
  readonly began: number
}

interface SendLimits {
  readonly timeout: number
  /** Aborts the request. */
  readonly signal: AbortSignal | undefined
  /** Shortens the timeout to `hurried`, in milliseconds, from then on. */
  readonly stop: AbortSignal | undefined
  readonly hurried: number
  readonly clock: Clock
}

/**
 * Sends one request over the wire, once, and reads its reply to the end.
 * @param request with the full path, the base address's included.
 * @throws CutReply where the reply breaks off; the connection's error; an error with the code `TIMED_OUT`; the reason
 * of the signal.
 */
export async function sendRaw(
  dispatcher: Dispatcher,
  origin: string,
  request: RawRequest,
  { timeout, signal, stop, hurried, clock }: SendLimits,
): Promise<TimedReply> {
  const limit = new AbortController()
  const abort = () => limit.abort(signal?.reason)
  const isLate = () => limit.abort(Object.assign(new Error('No reply in time.'), { code: 'TIMED_OUT' }))
  const soon = Math.min(timeout, hurried)
  let timer = setTimeout(isLate, stop?.aborted ? soon : timeout)
  const hurry = () => {
    clearTimeout(timer)
    timer = setTimeout(isLate, soon)
  }
  stop?.addEventListener('abort', hurry)
  signal?.addEventListener('abort', abort)
  try {
    return await receive(dispatcher, origin, request, limit.signal, clock)
  } catch (error) {
    limit.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', hurry)
    signal?.removeEventListener('abort', abort)
  }
}

async function receive(
  dispatcher: Dispatcher,
  origin: string,
  request: RawRequest,
  signal: AbortSignal,
  clock: Clock,
): Promise<TimedReply> {
  const { method, path, headers, body, sending } = request
  const isSplit = body !== undefined && sending !== undefined
  // undici sends a stream without a length in chunks.
  const length = isSplit && sending === 'in-packets' ? { 'content-length': String(body.byteLength) } : {}
  const reply = await dispatcher.request({
    origin,
    path,
    method: method as Dispatcher.HttpMethod,
    headers: { ...headers, ...length },
    body: isSplit ? Readable.from(packetsOf(body, clock, signal)) : (body ?? null),
    signal,
  })
  const began = clock.now()
  try {
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: await bytesOf(reply.body, Number(headerOf(reply.headers, 'content-length')) || 0),
      began,
    }
  } catch (cause) {
    throw new CutReply(reply.statusCode, cause)
  }
}

/** Between two packets, in milliseconds: otherwise they may be sent as one. */
const gap = 5

/** Splits a body in two, inside a multi-byte character if it has one. */
async function* packetsOf(body: Buffer, clock: Clock, signal: AbortSignal): AsyncGenerator<Buffer> {
  const wide = body.findIndex((byte) => byte >= 0xc0)
  const cut = wide < 0 ? body.byteLength >> 1 : wide + 1
  yield body.subarray(0, cut)
  await clock.wait(gap, signal)
  yield body.subarray(cut)
}

/** Reads a body up to the limit. */
async function bytesOf(body: Dispatcher.ResponseData['body'], announced: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  await new Promise<void>((resolve, reject) => {
    const refuse = () => {
      reject(Object.assign(new Error('The body is too long.'), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' }))
      body.destroy()
    }
    body.on('error', reject).on('end', resolve)
    if (announced > mostReplyBytes) return refuse()
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostReplyBytes) refuse()
      else chunks.push(chunk)
    })
  })
  return Buffer.concat(chunks, size)
}
