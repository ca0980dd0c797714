import type { Send } from '../document/exchange.ts'
import type { Violation } from '../judge/check-context.ts'
import type { Finding } from '../judge/finding.ts'
import { fillRequest } from '../pact/derive.ts'
import type { Interaction } from '../pact/interaction.ts'
import type { InteractionHooks, InteractionRun } from '../pact/replay/interaction-queue.ts'
import { oneAtATimeAfter } from '../session/concurrency.ts'
import { isProviderFailure } from '../session/failure-reason-of.ts'
import { WriteRefused } from '../session/set-up-error.ts'
import type { Run } from './run.ts'
import { mayFreeId, mayMakeForeign } from './with-workers.ts'

export interface ConcurrentInteractionsOptions {
  readonly run: Run
  readonly send: Send
  readonly signal: AbortSignal
}

/** Why an interaction does not count that ran with others. */
interface Doubt {
  /** A failure that concurrency may have caused. */
  readonly disturbance?: string | undefined
  readonly seen?: Finding | undefined
}

/**
 * Runs interactions concurrently as long as nothing is wrong. Otherwise the workers stop, the run takes over their
 * posts, and the failed, the suspect and the remaining interactions run one after the other: only these results
 * count.
 */
export class ConcurrentInteractions {
  readonly #options: ConcurrentInteractionsOptions
  readonly #held: InteractionRun[] = []
  #opened: readonly Run[] = []

  constructor(options: ConcurrentInteractionsOptions) {
    this.#options = options
  }

  isAlone(interaction: Interaction): boolean {
    return mayMakeForeign(interaction)
  }

  async open(): Promise<readonly InteractionHooks[]> {
    const { run } = this.#options
    this.#opened = await run.startWorkers()
    return this.#opened.length === 0 ? [run] : this.#opened.map((worker) => this.#hooksOf(worker))
  }

  /** Stops the workers. @param wrong the interaction that failed. */
  async close(wrong?: InteractionRun, { disturbance, seen }: Doubt = {}): Promise<void> {
    const { run } = this.#options
    const { concurrency } = run
    const { findings, excused } = run.context
    const opened = this.#opened
    const before = findings.length
    let doubtful: Violation | undefined = seen
    this.#opened = []
    if (opened.length > 0) {
      run.stopWorkers(opened)
      // One of the finished interactions caused it: each is run again.
      const [fault] = await run.spoilt()
      doubtful ??= fault
      if (wrong || fault) concurrency.close()
      for (const interactionRun of fault ? this.#held.splice(0) : []) await this.#again(interactionRun)
    }
    const isUnproven = wrong ? (await this.#again(wrong)) === 'unproven' : false
    if (wrong && disturbance !== undefined)
      excused.set(wrong.interaction.key, `the provider ${disturbance} during concurrent requests`)
    if (findings.length > before) return
    // The run cannot create another post, because its posts do not show what it sent: the overlap did not cause that.
    if (seen && isUnproven) run.context.take(seen)
    else if (disturbance !== undefined) concurrency.reduceToOne(oneAtATimeAfter(disturbance))
    else if (doubtful) run.noteOverlap(doubtful)
  }

  #hooksOf(worker: Run): InteractionHooks {
    const { run, signal } = this.#options
    const { concurrency } = run
    let leave = () => {}
    let current = worker
    return {
      onSetUp: async (interactionRun) => {
        // Where ids are reused, a post of another worker may get a deleted id.
        const frees = mayFreeId(interactionRun.interaction)
        leave = await concurrency.enter(frees && run.context.own.areIdsReused, signal)
        current = this.#opened.includes(worker) ? worker : run
        return await current.onSetUp(interactionRun)
      },
      afterInteraction: async (interactionRun) => {
        const ended = await current.afterInteraction(interactionRun).then(
          () => undefined,
          (error: unknown) => ({ error }),
        )
        leave()
        if (current === run || signal.aborted) {
          if (current === worker)
            worker.context.handOver(worker.replies.disturbance === undefined ? run.context : undefined)
          if (ended) throw ended.error
          return
        }
        const { context, replies } = worker
        const { disturbance } = replies
        const [seen] = context.findings
        if (!ended && disturbance === undefined && !seen) {
          context.handOver(run.context)
          this.#held.push(interactionRun)
          return
        }
        // Another worker may stop all of them meanwhile: these results do not count.
        context.handOver(undefined)
        const done = await concurrency.enter(true, signal)
        try {
          await worker.renounce(interactionRun.interaction.key)
          if (!this.#opened.includes(worker)) run.stopWorkers([worker])
          await this.close(interactionRun, { disturbance, seen })
        } finally {
          done()
        }
      },
    }
  }

  /** Runs an interaction again, alone. */
  async #again(interactionRun: InteractionRun): Promise<'unproven' | undefined> {
    const { run, send } = this.#options
    const { interaction } = interactionRun
    run.forget(interaction.key)
    delete interactionRun.setUpFailure
    delete interactionRun.unanswered
    try {
      const values = await run.onSetUp(interactionRun)
      const request = fillRequest(interaction, values)
      Object.assign(interactionRun, { values, exchange: { request, reply: await send(request) } })
    } catch (error) {
      if (!isProviderFailure(error)) throw error
      interactionRun.setUpFailure = error.message
      return error instanceof WriteRefused && error.isUnproven ? 'unproven' : undefined
    }
    await run.afterInteraction(interactionRun)
    return undefined
  }
}
