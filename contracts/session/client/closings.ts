import type { Clock } from './clock.ts'

/** How long a service may take to close a connection after an error, in milliseconds. */
const usual = 30

/**
 * Keeps writes off connections that are about to close. A service may close one after an error, and it is unknown
 * whether a write on it was done. So the first write after each error status waits, until that status is known to
 * keep the connection.
 */
export class Closings {
  readonly #clock: Clock
  readonly #staysAfter = new Set<number>()
  #closed = 0
  #next = Promise.withResolvers<void>()
  /** The error statuses since the latest write, when the last came, and how many connections were closed before. */
  #refused = { statuses: [] as number[], at: 0, closed: 0 }

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes that a connection was closed. */
  note(): void {
    this.#closed++
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  noteAnswer(status: number): void {
    if (status < 400 || this.#staysAfter.has(status)) return
    this.#refused.statuses.push(status)
    this.#refused.at = this.#clock.now()
  }

  /** Resolves when a write may be sent. */
  async over(): Promise<void> {
    const { statuses, at, closed } = this.#refused
    const rest = at + usual - this.#clock.now()
    let isOver = statuses.length === 0 || rest <= 0
    const end = isOver ? undefined : this.#clock.wait(rest, undefined).then(() => (isOver = true))
    while (!isOver && this.#closed < closed + statuses.length) await Promise.race([end, this.#next.promise])
    if (this.#closed === closed) for (const status of statuses) this.#staysAfter.add(status)
    this.#refused = { statuses: [], at: 0, closed: this.#closed }
  }
}
