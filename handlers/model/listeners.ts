/** Functions that are called when something has happened. */
export class Listeners<What = void> {
  readonly #all = new Set<(what: What) => void>()

  /** @returns a function that removes it. */
  add(listener: (what: What) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(what: What): void {
    for (const listener of this.#all) listener(what)
  }
}
