import type { Dispatcher } from 'undici'

/** More than requests are sent at the same time. */
const most = 40
/** A second connection is answered before the first has had so many further replies, or never. */
const patience = 8

/**
 * Sends over one connection until a second is known to be answered beside it: a service that serves one at a time lets
 * the second wait until the first is idle.
 */
export class Connections {
  readonly #make: (connections: number) => Dispatcher
  readonly #onOne: () => void
  readonly #one: Dispatcher
  #many: Dispatcher | undefined
  #isOne = false
  #underWay = 0
  #probing: Promise<void> | undefined

  /**
   * @param make makes a dispatcher with at most so many connections.
   * @param onOne called where the service serves one connection at a time.
   */
  constructor(make: (connections: number) => Dispatcher, onOne: () => void) {
    this.#make = make
    this.#onOne = onOne
    this.#one = make(1)
  }

  /** @param read sends a read, whatever is answered. */
  async send<Result>(
    send: (dispatcher: Dispatcher) => Promise<Result>,
    read: (dispatcher: Dispatcher) => Promise<unknown>,
  ): Promise<Result> {
    const isKnown = this.#isOne || this.#many !== undefined
    if (!isKnown && this.#underWay > 0) {
      this.#probing ??= this.#probe(read).finally(() => {
        this.#probing = undefined
      })
      await this.#probing
    }
    this.#underWay++
    try {
      return await send(this.#many ?? this.#one)
    } finally {
      this.#underWay--
    }
  }

  /** Keeps the first connection busy, and looks whether a second is answered meanwhile. */
  async #probe(read: (dispatcher: Dispatcher) => Promise<unknown>): Promise<void> {
    const many = this.#make(most)
    let isAnswered = false
    const second = read(many).then(
      () => (isAnswered = true),
      () => {},
    )
    let replies = 0
    for (; replies < patience && !isAnswered; replies++)
      if (
        !(await read(this.#one).then(
          () => true,
          () => false,
        ))
      )
        break
    if (isAnswered) {
      this.#many = many
      return
    }
    await many.destroy()
    await second
    if (replies < patience) return
    this.#isOne = true
    this.#onOne()
  }

  async close(): Promise<void> {
    await Promise.all([this.#one.destroy(), this.#many?.destroy()])
  }
}
