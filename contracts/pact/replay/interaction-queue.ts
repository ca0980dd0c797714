import type { Exchange } from '../../document/exchange.ts'
import type { StateValues } from '../../document/states.ts'
import type { RawReply } from '../../session/target.ts'
import type { ContractKind, Interaction } from '../interaction.ts'

/** An interaction of one of the contracts, and what became of it. */
export interface InteractionRun {
  readonly contract: ContractKind
  readonly interaction: Interaction
  /** What its states gave; undefined until they are set up, and where they cannot be. */
  values?: StateValues
  /** Why its states could not be set up. */
  setUpFailure?: string
  exchange?: Exchange
  /** What the request failed with, where no whole reply came. */
  unanswered?: Error
  /** The reply as it came, for the other contract that has the same interaction. */
  reply?: RawReply | undefined
}

export interface InteractionHooks {
  /** Makes the states of the interaction true and gives what its request needs. */
  onSetUp(interactionRun: InteractionRun): Promise<StateValues>
  /** Comes once after each interaction whose set-up was begun: to judge what it left, and to clean up. */
  afterInteraction(interactionRun: InteractionRun): Promise<void>
}

/** Something that {@link InteractionHooks.afterInteraction} threw: the judgement of that interaction is not complete. */
export interface Trouble {
  readonly contract: ContractKind
  readonly key: string
  readonly error: unknown
}

/** The interactions of a run, one after the other: set up, run, judged. */
export class InteractionQueue {
  readonly all: readonly InteractionRun[]
  readonly hooks: InteractionHooks
  readonly troubles: Trouble[] = []
  readonly #begun = new Map<InteractionRun, Promise<void>>()
  readonly #ended = new Map<InteractionRun, Promise<void>>()
  #current: InteractionRun | undefined

  constructor(all: readonly InteractionRun[], hooks: InteractionHooks) {
    this.all = all
    this.hooks = hooks
  }

  /** The interaction whose request comes next. */
  get current(): InteractionRun | undefined {
    return this.#current
  }

  find(contract: ContractKind, key: unknown): InteractionRun | undefined {
    return this.all.find(
      (interactionRun) => interactionRun.contract === contract && interactionRun.interaction.key === key,
    )
  }

  /** Sets an interaction up, all its states at once; Pact asks for each of them, and the first call counts. */
  begin(interactionRun: InteractionRun): Promise<void> {
    const begun = this.#begun.get(interactionRun) ?? this.#setUp(interactionRun)
    this.#begun.set(interactionRun, begun)
    return begun
  }

  /** Ends an interaction; Pact asks for it once for each state. */
  end(interactionRun: InteractionRun): Promise<void> {
    const ended = this.#ended.get(interactionRun) ?? this.#close(interactionRun)
    this.#ended.set(interactionRun, ended)
    return ended
  }

  /** Waits for what is under way, so that nothing is sent after the run. */
  async settle(): Promise<void> {
    await Promise.all([...this.#begun.values(), ...this.#ended.values()])
  }

  /** Takes over what the other contract has shown of an interaction: the same request need not be sent twice. */
  #takeOver(interactionRun: InteractionRun): boolean {
    const other = this.#otherOf(interactionRun)
    if (!other?.reply || !other.values || !other.exchange) return false
    const { values, exchange, reply } = other
    Object.assign(interactionRun, { values, exchange, reply })
    other.reply = undefined
    this.#ended.set(interactionRun, Promise.resolve())
    return true
  }

  #otherOf({ contract, interaction }: InteractionRun): InteractionRun | undefined {
    return this.all.find((each) => each.contract !== contract && each.interaction.key === interaction.key)
  }

  async #setUp(interactionRun: InteractionRun): Promise<void> {
    if (this.#current) await this.end(this.#current)
    this.#current = interactionRun
    if (this.#takeOver(interactionRun)) return
    try {
      const values = await this.hooks.onSetUp(interactionRun)
      const missing = variablesOf(interactionRun.interaction).filter(
        (name) => !(name in values) || values[name] === undefined,
      )
      // Pact would send the example's value in its place, without a word.
      if (missing.length > 0) interactionRun.setUpFailure = `the states gave no ${missing.join(' and no ')}`
      else interactionRun.values = values
    } catch (error) {
      interactionRun.setUpFailure = error instanceof Error ? error.message : String(error)
    }
    // Pact ends no interaction whose set-up failed.
    if (interactionRun.setUpFailure !== undefined) await this.end(interactionRun)
  }

  async #close(interactionRun: InteractionRun): Promise<void> {
    if (this.#current === interactionRun) this.#current = undefined
    if (!this.#otherOf(interactionRun)) interactionRun.reply = undefined
    try {
      await this.hooks.afterInteraction(interactionRun)
    } catch (error) {
      this.troubles.push({ contract: interactionRun.contract, key: interactionRun.interaction.key, error })
    }
  }
}

/** The words for values of provider states that a request contains: `${id}`, `${title}`. */
function variablesOf({ request: { path, body } }: Interaction): (keyof StateValues)[] {
  const texts = [path, ...(typeof body === 'object' ? Object.values(body) : [body])]
  const names = texts.flatMap((text) => (typeof text === 'string' ? [...text.matchAll(/\$\{(\w+)\}/g)] : []))
  return [...new Set(names.map(([, name]) => name as keyof StateValues))]
}
