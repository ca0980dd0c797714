/** What a server takes from its clients at most. It is a tool for development: the bounds are against mistakes. */
export const limits = {
  /** Worlds besides the base. */
  worlds: 10_000,
  /** The time after which an unused world is dropped, in milliseconds. */
  worldTtl: 600_000,
  /** Posts that one call of the control API makes. */
  posts: 100_000,
  /** Queued faults. */
  faults: 10_000,
  /** Bytes of a body of the control API: a snapshot of about 100,000 posts. */
  control: 64 * 1024 * 1024,
  /** The same for a body without posts. */
  settings: 1024 * 1024,
} as const
