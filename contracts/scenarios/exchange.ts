import { stringifyJson } from '../../handlers/model/json.ts'

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
  /** When the request left and the reply was whole, in milliseconds of a monotonic clock. */
  readonly at?: { readonly call: number; readonly return: number }
}

/** A request and its reply. */
export interface Exchange {
  readonly request: SentRequest
  readonly reply: ReceivedReply
}

/** Sends a request to a service: the handlers in this process, or a provider. */
export type Send = (request: SentRequest) => Promise<ReceivedReply>

/** A request without headers and body. */
export function plainRequest(method: 'GET' | 'DELETE', path: string): SentRequest {
  return { method, path, headers: {} }
}

/** A request with a body of application/json. @param body its text, or the fields of an object. */
export function jsonRequest(method: string, path: string, body: string | object): SentRequest {
  const text = typeof body === 'string' ? body : stringifyJson(body)
  return { method, path, headers: { 'content-type': 'application/json' }, body: text }
}
