import type { Send } from '../document/exchange.ts'
import { fillRequest } from '../pact/derive.ts'
import type { Interaction } from '../pact/interaction.ts'
import type { InteractionHooks, InteractionRun } from '../pact/replay/interaction-queue.ts'
import type { SideBySide } from '../pact/replay.ts'
import { type Lanes, narrowedBy } from '../session/lanes.ts'
import { isRead } from '../session/target.ts'
import type { Run } from './run.ts'

/** What {@link Beside} takes. */
export interface BesideOptions {
  readonly run: Run
  readonly lanes: Lanes
  readonly send: Send
  readonly signal: AbortSignal
}

/** States that give an id which no post has. */
const ownerless: readonly string[] = [
  'no post has the id',
  'a post was deleted',
  'a post before others was deleted',
]

/**
 * Runs interactions in lanes, beside each other, as long as nothing is wrong. Then the lanes end: the run takes over their posts, and
 * what was wrong, what it may come from and all that is left is run one after the other. Only that counts.
 */
export class Beside implements SideBySide {
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
    const { run, lanes } = this.#options
    this.#opened = await run.openLanes(lanes)
    return this.#opened.length === 0 ? [run] : this.#opened.map((lane) => this.#hooksOf(lane))
  }

  /** Ends the lanes. @param wrong the interaction that showed something wrong, and what disturbed it. */
  async close(wrong?: InteractionRun, disturbance?: string): Promise<void> {
    const { run, lanes } = this.#options
    const opened = this.#opened
    this.#opened = []
    if (opened.length > 0) {
      run.closeLanes(opened)
      // Whatever is wrong by now came of one of them: each is run again.
      const isRight = await run.spoilsNothing()
      if (wrong || !isRight) lanes.close()
      for (const interactionRun of isRight ? [] : this.#held.splice(0)) await this.#again(interactionRun)
    }
    if (!wrong) return
    const before = run.context.findings.length
    await this.#again(wrong)
    if (disturbance === undefined) return
    run.context.excused.set(wrong.interaction.key, `the provider ${disturbance} while others were under way`)
    if (run.context.findings.length === before) lanes.narrow(narrowedBy(disturbance))
  }

  #hooksOf(lane: Run): InteractionHooks {
    const { run, lanes, signal } = this.#options
    let leave = () => {}
    let current = lane
    return {
      onSetUp: async (interactionRun) => {
        // Where ids are given out again, the post of another lane may get one that was deleted.
        const { request, states } = interactionRun.interaction
        const frees = request.method === 'DELETE' || states.some((state) => ownerless.includes(state))
        leave = await lanes.enter(frees && run.context.own.areIdsReused, signal)
        current = this.#opened.includes(lane) ? lane : run
        return await current.onSetUp(interactionRun)
      },
      afterInteraction: async (interactionRun) => {
        const ended = await current.afterInteraction(interactionRun).then(
          () => undefined,
          (error: unknown) => ({ error }),
        )
        leave()
        if (current === run || signal.aborted) {
          if (current === lane)
            lane.context.handOver(lane.disturbance === undefined ? run.context : undefined)
          if (ended) throw ended.error
          return
        }
        const { disturbance, context } = lane
        if (!ended && disturbance === undefined && context.findings.length === 0) {
          context.handOver(run.context)
          this.#held.push(interactionRun)
          return
        }
        const done = await lanes.enter(true, signal)
        try {
          await lane.renounce(interactionRun.interaction.key)
          await this.close(interactionRun, disturbance)
        } finally {
          done()
        }
      },
    }
  }

  /** Runs an interaction that was run in a lane, alone. */
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
