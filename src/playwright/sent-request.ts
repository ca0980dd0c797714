import type { PlainReply } from '../../handlers/http/plain.ts'

/** A request that Playwright has seen, from a page or from an API request context. */
export interface SentRequest {
  /** In capitals. */
  readonly method: string
  readonly url: URL
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** What it gets: a plain reply whose body may be bytes; several cookies stand in one header, a line break between them. */
export interface GivenReply extends Omit<PlainReply, 'body'> {
  readonly body: string | Buffer | undefined
}
