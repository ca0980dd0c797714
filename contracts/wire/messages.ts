import type { ReceivedReply } from '../spec/exchange.ts'

/** A request on the wire; its path is relative to the base address. */
export interface RawRequest {
  readonly method: string
  /** With its query: `/posts?page=2`. */
  readonly path: string
  /** By lower-case name, without host, connection and content-length. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

/** A reply on the wire. */
export interface RawReply {
  readonly status: number
  /** By lower-case name; a repeated header has a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes, still compressed. */
  readonly body: Buffer
}

/** A reply as it came, and as text. */
export interface DecodedReply {
  readonly raw: RawReply
  readonly reply: ReceivedReply
}

/** Stands for the reply to a write that may have been done: nothing says so. */
export const unanswered: DecodedReply = {
  raw: { status: 0, headers: {}, body: Buffer.alloc(0) },
  reply: { status: 0, headers: {}, body: '' },
}

/** Headers of every request; some gateways refuse requests without them. */
export const usualHeaders = { 'user-agent': 'posts-understudy', accept: 'application/json' }

/** A read without special headers. */
export const plainRead = { method: 'GET', headers: usualHeaders, body: undefined } as const

/** The value of a header by its lower-case name; repeated values are joined (RFC 9110, section 5.3). */
export function headerOf(headers: RawReply['headers'], name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

export function joinedHeaders(headers: RawReply['headers']): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, headerOf(headers, name) ?? '']))
}

/** Whether a path is that of the list, or of one of its pages. */
export function isListPath(path: string): boolean {
  return /^\/posts(?:\?|$)/.test(path)
}

/** Whether a method is safe (RFC 9110, section 9.2.1). */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
