import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId } from '../../handlers/model/post.ts'

/** A request to a service; its path is relative to the base address. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  /** By lower-case name, without the headers of every request of a run, such as credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** The reply of a service, its body decoded. */
export interface ReceivedReply {
  /** 0 where no answer came, as that of `Response.error()` is. */
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty where there is none. */
  readonly body: string
  /** What is missing in the body, where the run kept only a part. */
  readonly cut?: string
  /** The encoding that the body does not have: its Content-Encoding, or UTF-8. */
  readonly garbled?: string
}

/** A request and its reply. */
export interface Exchange {
  readonly request: SentRequest
  readonly reply: ReceivedReply
}

/** Sends a request to a service: the handlers in this process, or a provider. */
export type Send = (request: SentRequest) => Promise<ReceivedReply>

/** The operations that write, by their methods. */
export const writeOperations: Readonly<Record<string, 'create' | 'replace' | 'delete'>> = {
  POST: 'create',
  PUT: 'replace',
  DELETE: 'delete',
}

/** A request without headers and body. */
export function plainRequest(method: 'GET' | 'DELETE', path: string): SentRequest {
  return { method, path, headers: {} }
}

/** A request with a body of application/json. @param body its text, or the fields of an object. */
export function jsonRequest(method: string, path: string, body: string | object): SentRequest {
  const text = typeof body === 'string' ? body : stringifyJson(body)
  return { method, path, headers: { 'content-type': 'application/json' }, body: text }
}

/** Whether a request succeeded: 2xx, or a redirect to the result (303). */
export function isSuccess({ status }: Pick<ReceivedReply, 'status'>): boolean {
  return (status >= 200 && status < 300) || status === 303
}

/** Whether a request was refused: 4xx. */
export function isRefusal({ status }: Pick<ReceivedReply, 'status'>): boolean {
  return status >= 400 && status < 500
}

/**
 * Whether a service or its gateway cannot do a request at the moment: 502, 503 or 504 (RFC 9110, section 15.6), or no
 * reply to a write. It may have been done nevertheless.
 */
export function isBusy({ status }: Pick<ReceivedReply, 'status'>): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504
}

/** The id in a path below the base address; undefined where there is none. */
export function idIn(path: string): PostId | undefined {
  const parsed = parsePostId(/^\/posts\/(-?\d+)$/.exec(path)?.[1] ?? '')
  return 'id' in parsed ? parsed.id : undefined
}
