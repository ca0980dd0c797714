/** A request, independent of the host. */
export interface PlainRequest {
  /** In upper case. */
  readonly method: string
  /** The service's base address as the client wrote it, such as `https://api.example.com/v1`. */
  readonly base: string
  /** The path after the base address, as it was sent: `/posts/7`. */
  readonly path: string
  /** Whether the address is not below the base: then the base is its origin, and only a handler of the user answers. */
  readonly isElsewhere?: boolean | undefined
  /** The query with its question mark, or the empty string. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: PlainHeaders
  /** The body as text; undefined for none. */
  readonly body: string | undefined
  /** Why the body could not be read: over the limit of `input.max-bytes`, or bytes that are not UTF-8. */
  readonly bodyProblem?: 'too-large' | 'not-utf-8' | undefined
}

export interface PlainReply {
  readonly status: number
  readonly headers: PlainHeaders
  /** The body as text; undefined for none. */
  readonly body: string | undefined
  /** A fault for the host to produce: no reply, or the connection ends in the middle of the body. */
  readonly broken?: 'connection' | 'body'
  /** The response of a user's handler that no text can stand for: bytes, a stream, several cookies. */
  readonly response?: Response
}

/** For a request that the mock leaves to the network, or to the next middleware: as a Response it is MSW's `passthrough()`. */
export const passedOn: PlainReply = {
  status: 302,
  headers: { 'x-msw-intention': 'passthrough' },
  body: undefined,
}

export type PlainHeaders = Readonly<Record<string, string>>

/** Whether a method is safe (RFC 9110, section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

export type PlainBody = Pick<PlainRequest, 'body' | 'bodyProblem'>

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

export function decodeBody(bytes: Uint8Array, maxBytes: number | 'none'): PlainBody {
  if (maxBytes !== 'none' && bytes.byteLength > maxBytes) return { body: undefined, bodyProblem: 'too-large' }
  if (bytes.byteLength === 0) return { body: undefined }
  try {
    return { body: strict.decode(bytes) }
  } catch {
    return { body: lenient.decode(bytes), bodyProblem: 'not-utf-8' }
  }
}

/** A reply with a JSON body; clause `wire.json`. */
export function jsonReply(status: number, body: string, headers?: PlainHeaders): PlainReply {
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body }
}

export function emptyReply(status: number, headers: PlainHeaders = {}): PlainReply {
  return { status, headers, body: undefined }
}
