import type { PostId } from '../../handlers/model/post.ts'
import type { Sightings, Trace } from '../detect/reading.ts'
import type { Example } from '../document/example.ts'
import { examples } from '../document/examples.ts'
import { type Exchange, isSuccess } from '../document/exchange.ts'
import { readBody } from '../document/post-text.ts'
import type { StateValues } from '../document/states.ts'
import { Bench } from '../judge/bench.ts'
import { checkGrowth } from '../judge/growth.ts'
import { follow, judge } from '../judge/judge.ts'
import { readBack } from '../judge/read-check.ts'
import { survey } from '../judge/survey.ts'
import { brokenReplyFault, wireFault, wireNote } from '../judge/wire-check.ts'
import { setUp } from '../pact/derive.ts'
import type { Act, Direction } from '../pact/replay/performance.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'
import type { OwnPost } from '../session/own-posts.ts'
import { noPatience, type Patience } from '../session/patience.ts'
import { SetUpError, Stage, type StageOptions } from '../session/stage.ts'
import { blame } from './blame.ts'
import { revive } from './revival.ts'

/** Who is to blame while posts come. */
export const standing = {
  target: undefined,
  forTarget: 'create.adds',
  forOthers: 'others.untouched',
  forStrays: 'create.adds',
} as const

/** Contents that are longer do not stay, in characters. */
const longest = 3000
/** Who is to blame while the last posts go. */
const leaving = { ...standing, forTarget: 'delete.removes', forStrays: 'delete.removes' } as const
/** A delete with nothing special about it. */
const deletingOne = {
  key: 'delete/only',
  operation: 'delete',
  permits: 'success',
  request: { method: 'DELETE', path: '/posts/${id}' },
} as const

/** Statuses by which a service, or what stands before it, lets nobody in, or not this client, or not now. */
const barred: readonly number[] = [401, 403, 407, 429, 502, 503, 504]

const byKey = new Map(examples.map((example) => [example.key, example]))

/** What a run is made of. */
export interface RunOptions extends StageOptions {
  readonly marker: string
  readonly patience: Patience
}

/** A verification under way at one provider: sets the stage for each interaction and judges what it leaves. */
export class Run implements Direction {
  readonly bench: Bench
  readonly #stage: Stage
  readonly #traces = new Map<string, Trace>()
  readonly #notes = new Set<string>()
  readonly #spoilt = new Set<string>()
  #lost: Error | undefined
  #beganEmpty = false
  /** Whether the list is not there: then perhaps nothing is, and the address is wrong. */
  #isMissing = false

  constructor(options: RunOptions) {
    const { send } = options
    this.#stage = new Stage({
      ...options,
      send: async (request) => {
        if (this.#lost) throw this.#lost
        const reply = await send(request).catch((error) => this.#lose(error))
        this.#watch({ request, reply })
        return reply
      },
    })
    this.bench = new Bench(this.#stage, options.marker, options.patience)
  }

  /** What is worth knowing and no verdict. */
  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** What was seen so far, for those who read choices off it. */
  get sightings(): Sightings {
    return { traces: this.#traces, history: this.#stage.own.history, beganEmpty: this.#beganEmpty }
  }

  /**
   * Looks at the list for the first time.
   * @throws SetUpError where the provider does not let us, or there is nothing here: it cannot be judged then.
   */
  async look(barring: readonly number[] = barred): Promise<void> {
    const request = { method: 'GET', path: '/posts', headers: {} }
    const reply = await this.#stage.send(request)
    this.#isMissing = reply.status === 404
    if (barring.includes(reply.status))
      throw new SetUpError(`GET /posts answered ${reply.status}`, { request, reply })
    this.bench.open('the first look', { request, reply })
    const patience = this.#isMissing ? [noPatience] : []
    await this.bench.check(['list.ok', 'post.shape'], () => survey(this.bench, standing), ...patience)
    this.#beganEmpty = this.bench.foreign.size === 0
  }

  /**
   * Looks at the list and creates the posts that stand by during the whole run: whatever is done to others shows on
   * them. Where there was no post, the first is deleted once: a list becomes empty again.
   * @throws SetUpError where the provider refuses.
   */
  async begin(): Promise<void> {
    await this.look()
    if (this.#beganEmpty) {
      const only = await this.#standing('the only post')
      await judge(this.bench, deletingOne, await this.#exchange('DELETE', `/posts/${only.id}`), only)
    }
    for (const which of ['first', 'second', 'third']) await this.#standing(`the ${which} post that stands by`)
  }

  /** Deletes what the run still has, all at once: also after the last of them, the list must be right. */
  async end(removed: (id: PostId) => void): Promise<void> {
    const { bench } = this
    const deleted = new Set<PostId>()
    await revive(bench, this.#traces).catch(() => {})
    const exchange = await this.#exchange('GET', '/posts')
    bench.open('the last posts', exchange)
    this.#traces.set('list/last', { exchange: bench.kept(exchange), values: {} })
    const ids = bench.own.alive.map(({ id }) => id)
    const rest = ids.values()
    const deleteNext = async () => {
      const { value: id } = rest.next()
      if (id === undefined || !isSuccess(await bench.look('DELETE', `/posts/${id}`))) return
      bench.own.remove(id)
      deleted.add(id)
    }
    await checkGrowth(bench, 'delete.removes', 'every delete adds another post', deleteNext)
    for (const _id of ids) await deleteNext()
    const holds = await bench.check(['delete.removes', 'list.all'], () => survey(bench, leaving))
    if (!holds) return
    for (const id of deleted) {
      const isGone = await bench.check(['delete.removes'], () => readBack(bench, id, 'delete.removes'))
      if (isGone) removed(id)
    }
  }

  /** Why the provider was lost on the way: what it did with a request that it never answered, nobody knows. */
  get lost(): string | undefined {
    return this.#lost?.message
  }

  async onSetUp({
    interaction,
  }: {
    interaction: Pick<Example, 'key' | 'states' | 'request'>
  }): Promise<StateValues> {
    const values = await this.#creating(interaction.key, () => setUp(interaction, this.#stage))
    const { method, body } = interaction.request
    // What comes of a create without a mark is known by what the list held just before.
    const isUnmarked = !JSON.stringify(body ?? '').includes('${title}')
    if (method === 'POST' && isUnmarked) await survey(this.bench, standing)
    return values
  }

  async afterInteraction(act: Act): Promise<void> {
    const { interaction, exchange, values, unanswered } = act
    if (unanswered !== undefined) this.#noteUnanswered(unanswered)
    if (this.#lost) throw this.#lost
    const example = byKey.get(interaction.key)
    if (!example || !exchange || !values) return
    act.exchange = this.bench.kept(exchange)
    // What the document contract has shown already, the mock contract shows once more.
    const isKnown = this.#traces.has(example.key)
    const judged = isKnown
      ? follow(this.bench, example, exchange, values)
      : this.play(example, exchange, values)
    await judged.catch((error) => this.#lose(error))
  }

  /** Judges what an example came to, and keeps it. */
  async play(example: Example, exchange: Exchange, values: StateValues): Promise<void> {
    this.bench.open(example.key, exchange)
    this.#watch(exchange)
    const id = await judge(this.bench, example, exchange, values)
    const read =
      id !== undefined && isSuccess(exchange.reply) ? await this.bench.look('GET', `/posts/${id}`) : undefined
    const kept = read && isSuccess(read) ? readBody(read.body) : undefined
    this.#traces.set(example.key, {
      exchange: this.bench.kept(exchange),
      values,
      ...(kept === undefined ? {} : { kept }),
    })
    if (id !== undefined && (this.bench.own.get(id)?.content.length ?? 0) > longest)
      await this.#deleteLong(id)
  }

  /** Records a reply that began and did not come to its end. */
  noteBrokenReply(error: unknown): void {
    const fault = brokenReplyFault(error)
    if (fault) this.bench.report(fault)
  }

  #lose(error: unknown): never {
    this.#noteUnanswered(error)
    throw error
  }

  #noteUnanswered(error: unknown): void {
    if (error instanceof ProviderUnreachable && error.obstacle !== 'cut') this.#lost ??= error
  }

  /** Creates a post that stands by, and looks at it. */
  async #standing(matter: string): Promise<OwnPost> {
    const post = await this.#creating(matter, () => this.#stage.create())
    await this.bench.check(['create.adds', 'list.all', 'read.ok'], async () => [
      ...(await survey(this.bench, standing)),
      ...(await readBack(this.bench, post.id, 'read.ok')),
    ])
    return post
  }

  /** A long post makes every list long, and may be hard to delete. */
  async #deleteLong(id: PostId): Promise<void> {
    const key = `${this.bench.matter}, deleted`
    await judge(this.bench, { ...deletingOne, key }, await this.#exchange('DELETE', `/posts/${id}`), {
      id,
    })
  }

  async #exchange(method: string, path: string): Promise<Exchange> {
    const request = { method, path, headers: {} }
    return { request, reply: await this.#stage.send(request) }
  }

  /** Looks at every reply on its way: clause `wire.json`, once for each kind of request and of fault. */
  #watch(exchange: Exchange): void {
    const note = wireNote(exchange)
    if (note !== undefined) this.#notes.add(note)
    if (isSuccess(exchange.reply)) this.bench.pass('wire.json')
    const fault = wireFault(exchange)
    const kind = `${exchange.request.method} ${exchange.request.path.length > '/posts'.length} ${fault?.about}`
    if (!fault || this.#spoilt.has(kind)) return
    this.#spoilt.add(kind)
    this.bench.reportOn(exchange, fault)
  }

  /** A create that succeeded and cannot be found is no trouble of ours: it breaks a clause. */
  async #creating<Result>(matter: string, task: () => Promise<Result>): Promise<Result> {
    try {
      return await task()
    } catch (error) {
      if (error instanceof SetUpError && error.exchange)
        blame(this.bench, { matter, exchange: error.exchange, isMissing: this.#isMissing })
      throw error
    }
  }
}
