import type { Send } from '../document/exchange.ts'
import type { Violation } from '../judge/check-context.ts'
import { fillRequest } from '../pact/derive.ts'
import type { Interaction } from '../pact/interaction.ts'
import type { InteractionHooks, InteractionRun } from '../pact/replay/interaction-queue.ts'
import type { ConcurrentReplay } from '../pact/replay.ts'
import { type Concurrency, oneAtATimeAfter } from '../session/concurrency.ts'
import { isRead } from '../session/target.ts'
import type { Run } from './run.ts'

export interface BesideOptions {
  readonly run: Run
  readonly concurrency: Concurrency
  readonly send: Send
  readonly signal: AbortSignal
}

interface Trouble {
  /** What may have gone wrong only because of other workers. */
  readonly disturbance?: string | undefined
  /** What seemed to break a clause. */
  readonly seen?: Violation | undefined
}

/** States that give an id which no post has. */
const ownerless: readonly string[] = [
  'no post has the id',
  'a post was deleted',
  'a post before others was deleted',
]

/**
 * Runs interactions in workers, beside each other, as long as nothing is wrong. Then the workers end: the run takes over their posts, and
 * what was wrong, what it may come from and all that is left is run one after the other. Only that counts.
 */
export class ConcurrentInteractions implements ConcurrentReplay {
  readonly #options: BesideOptions
  readonly #held: InteractionRun[] = []
  #opened: readonly Run[] = []

  constructor(options: BesideOptions) {
    this.#options = options
  }

  /** Those that may make a post under an id that no post has, or one without a mark: nobody else may create meanwhile. */
  isFirst({ request: { method, body }, states }: Interaction): boolean {
    if (isRead(method) || method === 'DELETE') return false
    const isMarked = JSON.stringify(body ?? '').includes('${title}')
    return (method === 'POST' && !isMarked) || states.some((state) => ownerless.includes(state))
  }

  async open(): Promise<readonly InteractionHooks[]> {
    const { run, concurrency } = this.#options
    this.#opened = await run.startWorkers(concurrency)
    return this.#opened.length === 0 ? [run] : this.#opened.map((worker) => this.#hooksOf(worker))
  }

  /** Ends the workers. @param wrong the interaction that showed something wrong, with what was seen. */
  async close(wrong?: InteractionRun, { disturbance, seen }: Trouble = {}): Promise<void> {
    const { run, concurrency } = this.#options
    const { findings, excused } = run.context
    const opened = this.#opened
    const before = findings.length
    let doubtful = seen
    this.#opened = []
    if (opened.length > 0) {
      run.stopWorkers(opened)
      // Whatever is wrong by now came of one of them: each is run again.
      const [fault] = await run.spoilt()
      doubtful ??= fault
      if (wrong || fault) concurrency.close()
      for (const interactionRun of fault ? this.#held.splice(0) : []) await this.#again(interactionRun)
    }
    if (wrong) await this.#again(wrong)
    if (wrong && disturbance !== undefined)
      excused.set(wrong.interaction.key, `the provider ${disturbance} while others were under way`)
    if (findings.length > before) return
    if (disturbance !== undefined) concurrency.reduceToOne(oneAtATimeAfter(disturbance))
    else if (doubtful) run.noteOverlap(doubtful)
  }

  #hooksOf(worker: Run): InteractionHooks {
    const { run, concurrency, signal } = this.#options
    let leave = () => {}
    let current = worker
    return {
      onSetUp: async (interactionRun) => {
        // Where ids are given out again, the post of another worker may get one that was deleted.
        const { request, states } = interactionRun.interaction
        const frees = request.method === 'DELETE' || states.some((state) => ownerless.includes(state))
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
        // Another worker may end all of them meanwhile: what this one has seen counts nowhere.
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

  /** Runs an interaction that was run in a worker, alone. */
  async #again(interactionRun: InteractionRun): Promise<void> {
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
      interactionRun.setUpFailure = error instanceof Error ? error.message : String(error)
      return
    }
    await run.afterInteraction(interactionRun)
  }
}
