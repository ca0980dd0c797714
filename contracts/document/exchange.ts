import { type PostId, parsePostId } from '../../handlers/model/post.ts'

/**
 * How a body goes over the wire, where it does not go at once: in chunks and without a Content-Length (RFC 9112, section
 * 7.1), or in packets of which one ends inside a character.
 */
export type Sending = 'in-chunks' | 'in-packets'

/** A request to a service, its path below the base address. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  /** By lower-case name; those that every request of a run carries, such as credentials, are not among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Default at once. */
  readonly sending?: Sending | undefined
}

/** What a service answered, its body decoded. */
export interface ReceivedReply {
  /** 0 where no answer came, as that of `Response.error()` is. */
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty where there is none. */
  readonly body: string
  /** What is missing in the body, where a run has kept a part of it alone. */
  readonly cut?: string
  /** The encoding that the body should have had, and has not: its Content-Encoding, or UTF-8. */
  readonly garbled?: string
}

/** A request and its answer. */
export interface Exchange {
  readonly request: SentRequest
  readonly reply: ReceivedReply
}

/** Whatever carries a request to a service: the handlers in this process, or a provider far away. */
export type Send = (request: SentRequest) => Promise<ReceivedReply>

/** The operations that write, by their methods. */
export const writeOperations: Readonly<Record<string, 'create' | 'replace' | 'delete'>> = {
  POST: 'create',
  PUT: 'replace',
  DELETE: 'delete',
}

/** Asks whether a service did what it was asked: 2xx, or a redirect to the result (303). */
export function isSuccess({ status }: Pick<ReceivedReply, 'status'>): boolean {
  return (status >= 200 && status < 300) || status === 303
}

/** Asks whether a service refused: 4xx. */
export function isRefusal({ status }: Pick<ReceivedReply, 'status'>): boolean {
  return status >= 400 && status < 500
}

/** The id in a path below the base address; undefined where it names none. */
export function idIn(path: string): PostId | undefined {
  const parsed = parsePostId(/^\/posts\/(-?\d+)$/.exec(path)?.[1] ?? '')
  return 'id' in parsed ? parsed.id : undefined
}
