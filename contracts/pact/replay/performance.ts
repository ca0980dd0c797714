import type { Exchange } from '../../document/exchange.ts'
import type { StateValues } from '../../document/states.ts'
import type { ContractKind, Interaction } from '../interaction.ts'

/** An interaction of one of the contracts, and what became of it. */
export interface Act {
  readonly contract: ContractKind
  readonly interaction: Interaction
  /** What its states gave; undefined until they are set up, and where they cannot be. */
  values?: StateValues
  /** Why its states could not be set up. */
  setUpFailure?: string
  /** The request and the reply that came. */
  exchange?: Exchange
  /** What the request failed with, where no whole reply came. */
  unanswered?: Error
}

/** What happens around the request of an interaction. */
export interface Direction {
  /** Makes the states of the interaction true and gives what its request needs. */
  onSetUp(act: Act): Promise<StateValues>
  /** Comes once after each interaction whose set-up was begun: to judge what it left, and to clean up. */
  afterInteraction(act: Act): Promise<void>
}

/** Something that {@link Direction.afterInteraction} threw: the judgement of that interaction is not complete. */
export interface Trouble {
  readonly contract: ContractKind
  readonly key: string
  readonly error: unknown
}

/** The interactions of a run, one after the other: set up, played, judged. */
export class Performance {
  readonly acts: readonly Act[]
  readonly troubles: Trouble[] = []
  readonly #direction: Direction
  readonly #begun = new Map<Act, Promise<void>>()
  readonly #ended = new Map<Act, Promise<void>>()
  #current: Act | undefined

  constructor(acts: readonly Act[], direction: Direction) {
    this.acts = acts
    this.#direction = direction
  }

  /** The interaction whose request comes next. */
  get current(): Act | undefined {
    return this.#current
  }

  find(contract: ContractKind, key: unknown): Act | undefined {
    return this.acts.find((act) => act.contract === contract && act.interaction.key === key)
  }

  /** Sets an interaction up, all its states at once; Pact asks for each of them, and the first call counts. */
  begin(act: Act): Promise<void> {
    const begun = this.#begun.get(act) ?? this.#setUp(act)
    this.#begun.set(act, begun)
    return begun
  }

  /** Ends an interaction; Pact asks for it once for each state. */
  end(act: Act): Promise<void> {
    const ended = this.#ended.get(act) ?? this.#close(act)
    this.#ended.set(act, ended)
    return ended
  }

  /** Waits for what is under way, so that nothing is sent after the run. */
  async settle(): Promise<void> {
    await Promise.all([...this.#begun.values(), ...this.#ended.values()])
  }

  async #setUp(act: Act): Promise<void> {
    if (this.#current) await this.end(this.#current)
    this.#current = act
    try {
      const values = await this.#direction.onSetUp(act)
      const missing = variablesOf(act.interaction).filter(
        (name) => !(name in values) || values[name] === undefined,
      )
      // Pact would send the example's value in its place, without a word.
      if (missing.length > 0) act.setUpFailure = `the states gave no ${missing.join(' and no ')}`
      else act.values = values
    } catch (error) {
      act.setUpFailure = error instanceof Error ? error.message : String(error)
    }
    // Pact ends no interaction whose set-up failed.
    if (act.setUpFailure !== undefined) await this.end(act)
  }

  async #close(act: Act): Promise<void> {
    if (this.#current === act) this.#current = undefined
    try {
      await this.#direction.afterInteraction(act)
    } catch (error) {
      this.troubles.push({ contract: act.contract, key: act.interaction.key, error })
    }
  }
}

/** The words for values of provider states that a request contains: `${id}`, `${title}`. */
function variablesOf({ request: { path, body } }: Interaction): (keyof StateValues)[] {
  const texts = [path, ...(typeof body === 'object' ? Object.values(body) : [body])]
  const names = texts.flatMap((text) => (typeof text === 'string' ? [...text.matchAll(/\$\{(\w+)\}/g)] : []))
  return [...new Set(names.map(([, name]) => name as keyof StateValues))]
}
