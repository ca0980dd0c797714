import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { ReceivedReply, SentRequest } from '../document/exchange.ts'
import { isObject } from '../document/post-text.ts'
import { Attempts, operationDone } from '../judge/attempts.ts'
import { Bench } from '../judge/bench.ts'
import type { Finding } from '../judge/finding.ts'
import { wholeList } from '../judge/views.ts'
import { brokenReplyFault, wireFault } from '../judge/wire-check.ts'
import { OwnPosts } from '../session/own-posts.ts'
import type { Patience } from '../session/patience.ts'
import { WriteRefused } from '../session/set-up-error.ts'
import { Stage, type Witness } from '../session/stage.ts'
import { Concurrency } from './concurrency.ts'
import type { Difference } from './difference.ts'
import { leaveOut } from './leave-out.ts'
import { Model } from './model.ts'
import type { Move } from './move.ts'
import { play } from './player.ts'
import { Scene } from './scene.ts'
import type { SearchOptions } from './search-options.ts'
import type { Step } from './step.ts'

/** What came of one sequence. */
export interface Play {
  /** What was wrong; empty where nothing was. */
  readonly findings: readonly Finding[]
  readonly moves: readonly Move[]
  /** What the titles of its posts have in them. */
  readonly mark: string
  /** How many of the steps were played; one more where what follows the last one was too. */
  readonly length: number
}

/** Plays sequences at a provider, each with posts of its own that are removed at its end. */
export class Plays {
  /** How many observations could have broken a clause. */
  readonly observations = new Map<ClauseId, number>()
  /** What became of the ordinary requests. */
  readonly attempts = new Attempts()
  readonly concurrency: Concurrency
  /** How many sequences may be under way at the same time. */
  lanes = 1
  /** When sequences are to come to their end. */
  deadline = Number.POSITIVE_INFINITY
  sequences = 0
  steps = 0
  /** Requests that belong to the sequences, and all that were sent. */
  moves = 0
  requests = 0
  #running = 0
  #number = 0
  /** Ids of others in the latest list; undefined before the first. */
  #foreign: ReadonlySet<PostId> | undefined
  #areOthersAtWork = false
  #reusesIds = false
  /** Which sequence has given a post its id: with ids that are given out again, the latest. */
  readonly #owners = new Map<PostId, number>()
  readonly #options: SearchOptions

  constructor(options: SearchOptions) {
    this.#options = options
    this.concurrency = new Concurrency(options.clock)
  }

  /** What the mock does otherwise, the first time that it showed. */
  readonly differences = new Map<string, Difference>()
  /** How many sequences were under way at the same time, at the most. */
  widest = 0

  /** Plays a sequence until it shows a fault, so many times at the most. */
  async playUntil(steps: readonly Step[], patience: Patience, times: number): Promise<Play | undefined> {
    for (let time = 0; time < times; time++) {
      const play = await this.play(steps, patience)
      if (play.findings.length > 0) return play
    }
    return undefined
  }

  /** Plays a sequence. */
  async play(steps: readonly Step[], patience: Patience): Promise<Play> {
    const number = ++this.#number
    const { marker, profile, lateness, clock, signal, without = [] } = this.#options
    const mark = `${marker}~${number}~`
    let titles = 0
    const witness = this.#witness(number, mark)
    const stage: Stage = new Stage({
      send: (request) => this.#send(request, bench),
      own: new OwnPosts(),
      nextTitle: () => `${mark}${++titles}`,
      ...(witness ? { witness } : {}),
    })
    const bench: Bench = new Bench(stage, mark, patience)
    bench.foreign = this.#foreign ?? bench.foreign
    const scene = new Scene(bench, new Model(profile), {
      width: () => (this.lanes > 1 ? 1 : this.concurrency.width),
      isAlone: () => this.lanes === 1 && !this.#areOthersAtWork,
      reusesIds: () => this.#reusesIds,
      deletes: () => !without.includes('delete'),
      isOver: () => clock.now() > this.deadline,
      settle: () => (lateness.longest > 0 ? clock.wait(2 * lateness.longest, signal) : Promise.resolve()),
    })
    this.#running++
    this.widest = Math.max(this.widest, this.#running)
    try {
      await play(scene, leaveOut(steps, without)).catch((error) => reportBreak(scene, error))
      if (bench.findings.length > 0) await scene.tellFault()
      await this.#clean(bench, number)
    } finally {
      this.#running--
    }
    this.#learn(bench)
    for (const [key, difference] of scene.differences)
      if (!this.differences.has(key)) this.differences.set(key, difference)
    this.sequences++
    this.steps += Math.min(scene.step, steps.length)
    this.moves += scene.moves.filter(({ isLook }) => !isLook).length
    const moves = scene.moves.map((move): Move => {
      const made = scene.made.get(move.request)
      return made === undefined ? move : { ...move, made }
    })
    return { findings: bench.findings, moves, length: scene.step, mark }
  }

  async #send(request: SentRequest, bench: Bench): Promise<ReceivedReply> {
    this.requests++
    const reply = await this.concurrency.time(() => this.#options.send(request), this.#running === 1)
    const fault = wireFault({ request, reply })
    if (fault && bench.findings.length === 0) bench.reportOn({ request, reply }, fault)
    // Other sequences may use up a quota, and give it back.
    if (operationDone({ request, reply }, bench.own) === 'create') bench.attempts.accept('create', bench.own)
    else bench.note({ request, reply })
    return reply
  }

  /** Tells the run's own witness of the posts of a sequence: once beforehand, for they all have its mark. */
  #witness(number: number, mark: string): Witness | undefined {
    const { witness } = this.#options
    if (!witness) return undefined
    let noted: Promise<void> | undefined
    return {
      willCreate: () => (noted ??= witness.willCreate(mark)),
      created: (post) => {
        this.#owners.set(post.id, number)
        witness.created(post)
      },
      madeFor: (evidence) => witness.madeFor?.(evidence),
    }
  }

  /** Deletes what a sequence has left, and notes what is gone. */
  async #clean(bench: Bench, number: number): Promise<void> {
    const isRight = bench.findings.length === 0
    for (const post of bench.own.alive) await bench.stage.delete(post).catch(() => {})
    // What came back, or never went, would stand in the way of the next play.
    for (const id of isRight ? [] : await marked(bench))
      await this.#send({ method: 'DELETE', path: `/posts/${id}`, headers: {} }, bench).catch(ifRefused)
    const left = isRight ? new Set<PostId>() : await marked(bench)
    for (const id of bench.own.gone)
      if (this.#owners.get(id) === number && !left.has(id)) this.#options.witness?.removed?.(id)
  }

  #learn(bench: Bench): void {
    for (const [clause, count] of bench.observations)
      this.observations.set(clause, (this.observations.get(clause) ?? 0) + count)
    this.attempts.add(bench.attempts)
    const { history } = bench.own
    this.#reusesIds ||= history.some(
      ({ kind, id }, at) =>
        kind === 'created' &&
        history.slice(0, at).some((event) => event.kind === 'deleted' && event.id === id),
    )
    if (this.#running > 0) return
    const before = this.#foreign
    if (before && [...bench.foreign].some((id) => !before.has(id))) this.#areOthersAtWork = true
    this.#foreign = bench.foreign
  }
}

/** Ids of the posts in the list that bear the mark of a sequence. */
async function marked(bench: Bench): Promise<ReadonlySet<PostId>> {
  const { items, fault } = await wholeList(bench)
  if (fault) return new Set(bench.own.gone)
  const posts = items.filter(isObject).filter(({ title }) => String(title).includes(bench.marker))
  return new Set(posts.map(({ id }) => toPostId(id)).filter((id) => id !== undefined))
}

/** What may not be written stays as it is. */
function ifRefused(error: unknown): void {
  if (!(error instanceof WriteRefused)) throw error
}

async function reportBreak(scene: Scene, error: unknown): Promise<void> {
  const { bench } = scene
  // A post that is not proven to be the run's own is not what it must be: looking shows how.
  if (error instanceof WriteRefused) return await scene.list()
  const fault = brokenReplyFault(error)
  if (!fault) throw error
  bench.report(fault)
}
