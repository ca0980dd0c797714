import type { Exchange } from '../../document/exchange.ts'
import type { StateValues } from '../../document/states.ts'
import type { RawReply } from '../../session/target.ts'
import type { ContractKind, Interaction } from '../interaction.ts'

/** An interaction of a contract, and its result. */
export interface InteractionRun {
  readonly contract: ContractKind
  readonly interaction: Interaction
  /** The values of its states, once they are set up. */
  values?: StateValues
  /** Why its states could not be set up. */
  setUpFailure?: string
  exchange?: Exchange
  /** The error of a request without a complete reply. */
  unanswered?: Error
  /** The raw reply, for the same interaction in the other contract. */
  reply?: RawReply | undefined
}

export interface InteractionHooks {
  /** Makes the states of the interaction true and returns their values. */
  onSetUp(interactionRun: InteractionRun): Promise<StateValues>
  /** Called once after each interaction whose set-up was started, to judge its effect. */
  afterInteraction(interactionRun: InteractionRun): Promise<void>
}

/** An error of {@link InteractionHooks.afterInteraction}: the interaction was not judged completely. */
export interface HookError {
  readonly contract: ContractKind
  readonly key: string
  readonly error: unknown
}

/** Sets up, runs and judges interactions one after the other. */
export class InteractionQueue {
  readonly all: readonly InteractionRun[]
  readonly hooks: InteractionHooks
  readonly hookErrors: HookError[] = []
  readonly #begun = new Map<InteractionRun, Promise<void>>()
  readonly #ended = new Map<InteractionRun, Promise<void>>()
  #current: InteractionRun | undefined

  constructor(all: readonly InteractionRun[], hooks: InteractionHooks) {
    this.all = all
    this.hooks = hooks
  }

  /** The interaction whose request is next. */
  get current(): InteractionRun | undefined {
    return this.#current
  }

  find(contract: ContractKind, key: unknown): InteractionRun | undefined {
    return this.all.find(
      (interactionRun) => interactionRun.contract === contract && interactionRun.interaction.key === key,
    )
  }

  /** Sets up all states of an interaction. Pact calls it for each state; the first call counts. */
  begin(interactionRun: InteractionRun): Promise<void> {
    const begun = this.#begun.get(interactionRun) ?? this.#setUp(interactionRun)
    this.#begun.set(interactionRun, begun)
    return begun
  }

  /** Ends an interaction. Pact calls it for each state; the first call counts. */
  end(interactionRun: InteractionRun): Promise<void> {
    const ended = this.#ended.get(interactionRun) ?? this.#close(interactionRun)
    this.#ended.set(interactionRun, ended)
    return ended
  }

  /** Waits for calls in progress, so that nothing is sent after the run. */
  async settle(): Promise<void> {
    await Promise.all([...this.#begun.values(), ...this.#ended.values()])
  }

  /** Reuses the reply of the same interaction in the other contract. */
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
      // Pact would silently send the example's value instead.
      if (missing.length > 0)
        interactionRun.setUpFailure = `the states returned no ${missing.join(' and no ')}`
      else interactionRun.values = values
    } catch (error) {
      interactionRun.setUpFailure = error instanceof Error ? error.message : String(error)
    }
    // Pact does not call the teardown after a failed set-up.
    if (interactionRun.setUpFailure !== undefined) await this.end(interactionRun)
  }

  async #close(interactionRun: InteractionRun): Promise<void> {
    if (this.#current === interactionRun) this.#current = undefined
    if (!this.#otherOf(interactionRun)) interactionRun.reply = undefined
    try {
      await this.hooks.afterInteraction(interactionRun)
    } catch (error) {
      this.hookErrors.push({ contract: interactionRun.contract, key: interactionRun.interaction.key, error })
    }
  }
}

/** The placeholders in a request: `${id}`, `${title}`. */
function variablesOf({ request: { path, body } }: Interaction): (keyof StateValues)[] {
  const texts = [path, ...(typeof body === 'object' ? Object.values(body) : [body])]
  const names = texts.flatMap((text) => (typeof text === 'string' ? [...text.matchAll(/\$\{(\w+)\}/g)] : []))
  return [...new Set(names.map(([, name]) => name as keyof StateValues))]
}
