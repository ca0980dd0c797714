import { setUp } from '../derive.ts'
import type { Example } from '../example.ts'
import { examples } from '../examples.ts'
import { type Exchange, isSuccess, type ReceivedReply } from '../exchange.ts'
import { Bench } from '../judge/bench.ts'
import { judge } from '../judge/judge.ts'
import { survey } from '../judge/survey.ts'
import type { Patience } from '../patience.ts'
import { readBody } from '../post-text.ts'
import type { Sightings, Trace } from '../readings/reading.ts'
import { SetUpError, Stage, type StageOptions } from '../stage.ts'
import type { StateValues } from '../states.ts'
import { ProviderUnreachable } from './client/provider-unreachable.ts'
import type { Act, Direction } from './replay/performance.ts'

const byKey = new Map(examples.map((example) => [example.key, example]))
const standing = {
  target: undefined,
  forTarget: 'create.adds',
  forOthers: 'others.untouched',
  forStrays: 'create.adds',
} as const

/** What a run is made of. */
export interface RunOptions extends StageOptions {
  readonly marker: string
  readonly patience: Patience
  /** Takes the credentials out of a text that a provider may have put them into. */
  readonly redact: (text: string) => string
}

/** A verification under way at one provider: sets the stage for each interaction and judges what it leaves. */
export class Run implements Direction {
  readonly bench: Bench
  readonly #stage: Stage
  readonly #traces = new Map<string, Trace>()
  #beganEmpty = false

  readonly #redact: (text: string) => string

  constructor(options: RunOptions) {
    const { send, redact } = options
    this.#redact = redact
    this.#stage = new Stage({
      ...options,
      send: async (request) => this.#withoutSecrets(await send(request)),
    })
    this.bench = new Bench(this.#stage, options.marker, options.patience)
  }

  /** What was seen so far, for those who read choices off it. */
  get sightings(): Sightings {
    return { traces: this.#traces, history: this.#stage.own.history, beganEmpty: this.#beganEmpty }
  }

  /** Looks at the list for the first time. */
  async look(): Promise<void> {
    const request = { method: 'GET', path: '/posts', headers: {} }
    this.bench.open('the first look', { request, reply: await this.#stage.send(request) })
    await this.bench.check(['list.ok', 'post.shape'], () => survey(this.bench, standing))
    this.#beganEmpty = this.bench.foreign.size === 0
  }

  /**
   * Looks at the list and creates the posts that stand by during the whole run: whatever is done to others shows on
   * them.
   * @throws SetUpError where the provider refuses.
   */
  async begin(): Promise<void> {
    await this.look()
    for (const which of ['first', 'second', 'third']) {
      await this.#creating(`the ${which} post that stands by`, () => this.#stage.create())
      await this.bench.check(['create.adds', 'list.all'], () => survey(this.bench, standing))
    }
  }

  async onSetUp({ interaction }: Act): Promise<StateValues> {
    return await this.#creating(interaction.key, () => setUp(interaction, this.#stage))
  }

  async afterInteraction({ interaction, exchange, values }: Act): Promise<void> {
    const example = byKey.get(interaction.key)
    if (!example || !exchange || !values) return
    await this.play(example, { ...exchange, reply: this.#withoutSecrets(exchange.reply) }, values)
  }

  /** Judges what an example came to, and keeps it. */
  async play(example: Example, exchange: Exchange, values: StateValues): Promise<void> {
    const id = await judge(this.bench, example, exchange, values)
    const read =
      id !== undefined && isSuccess(exchange.reply) ? await this.bench.look('GET', `/posts/${id}`) : undefined
    const kept = read && isSuccess(read) ? readBody(read.body) : undefined
    this.#traces.set(example.key, { exchange, values, ...(kept === undefined ? {} : { kept }) })
  }

  /** A reply that began and did not come to its end breaks a clause; no reply at all is an obstacle. */
  noteBrokenReply(error: unknown): void {
    if (!(error instanceof ProviderUnreachable) || error.status === undefined) return
    const about = 'a reply breaks off'
    this.bench.report({ clause: 'wire.json', about, expected: 'the whole body', actual: error.message })
  }

  /** A provider may echo what it was sent, credentials included. */
  #withoutSecrets({ status, headers, body }: ReceivedReply): ReceivedReply {
    const clean = Object.entries(headers).map(([name, value]) => [name, this.#redact(value)])
    return { status, headers: Object.fromEntries(clean), body: this.#redact(body) }
  }

  /** A create that succeeded and cannot be found is no trouble of ours: it breaks a clause. */
  async #creating<Result>(matter: string, task: () => Promise<Result>): Promise<Result> {
    try {
      return await task()
    } catch (error) {
      if (error instanceof SetUpError && error.exchange && isSuccess(error.exchange.reply)) {
        this.bench.open(matter, error.exchange)
        const about = 'a created post can neither be read nor found in the list'
        this.bench.report({
          clause: 'create.adds',
          about,
          expected: error.exchange.request.body ?? '',
          actual: 'no such post',
        })
      }
      throw error
    }
  }
}
