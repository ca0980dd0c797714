import type { Clock } from './clock.ts'

/** How long a service may take to close a connection on which it has refused something, in milliseconds. */
const usual = 30

/**
 * Keeps writes off connections that are about to end. A service may close one after an error without notice, and it is unknown
 * whether a write that is lost then was done. So the first write after an error waits, until that status was seen to keep the connection.
 */
export class Closings {
  readonly #clock: Clock
  readonly #staysAfter = new Set<number>()
  #closed = 0
  #next = Promise.withResolvers<void>()
  /** The refusals since the latest write, when the last of them came, and how many connections had ended before. */
  #refused = { statuses: [] as number[], at: 0, closed: 0 }

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes that a connection has ended. */
  note(): void {
    this.#closed++
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /** Notes the status of an answer. */
  noteAnswer(status: number): void {
    if (status < 400 || this.#staysAfter.has(status)) return
    this.#refused.statuses.push(status)
    this.#refused.at = this.#clock.now()
  }

  /** Resolves when a write may leave. */
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
