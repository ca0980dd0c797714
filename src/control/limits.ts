import { refuse } from './refuse.ts'

/** What a server takes from its clients at most. It is a tool for development: the bounds are against mistakes. */
export const limits = {
  /** Worlds besides the base. */
  worlds: 10_000,
  /** The time after which an unused world is dropped, in milliseconds. */
  worldTtl: 600_000,
  /** Posts that one call of the control API makes. */
  posts: 100_000,
  /** Bytes of a body of the control API: a snapshot of about 100,000 posts. */
  control: 64 * 1024 * 1024,
  /** The same for a body without posts. */
  settings: 1024 * 1024,
} as const

/** A request would exceed a limit. */
export class OverLimit extends Error {
  /** 429 where waiting helps, 507 otherwise. */
  readonly status: 429 | 507

  constructor(status: 429 | 507, fact: string, limit: number) {
    super(`${fact}; the limit is ${limit}. Try again later.`)
    this.status = status
  }

  toResponse(headers: Readonly<Record<string, string>> = {}): Response {
    const wait = this.status === 429 ? { 'retry-after': '1' } : {}
    return refuse(this.status, this.message, { ...wait, ...headers })
  }
}
