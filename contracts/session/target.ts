import type { Sending } from '../document/exchange.ts'

/** A request as it goes over the wire, its path below the base address. */
export interface RawRequest {
  readonly method: string
  /** With its query: `/posts?page=2`. */
  readonly path: string
  /** By lower-case name, without those of the connection (host, connection, content-length). */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined where there is none. */
  readonly body: Buffer | undefined
  /** Default at once. */
  readonly sending?: Sending | undefined
}

/** A reply as it came over the wire. */
export interface RawReply {
  readonly status: number
  /** By lower-case name; a name that came more than once has a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes as they came: compressed, where a content-encoding says so. Of a mebibyte or more none are left once it was read. */
  readonly body: Buffer
}

/** Whatever carries bytes to a provider and back, with the run's credentials, redirects not followed. */
export interface Target {
  /**
   * @param signal aborts when the run is over.
   * @throws where no reply came, with a message that says why.
   */
  forward(request: RawRequest, signal: AbortSignal): Promise<RawReply>
}

/** Asks whether a method changes nothing (RFC 9110, section 9.2.1). */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
