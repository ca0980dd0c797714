import type { PostFields } from '../../handlers/model/post.ts'
import type { Trace } from '../detect/reading.ts'
import type { Example } from '../document/example.ts'
import { type Exchange, isSuccess, type ReceivedReply, type SentRequest } from '../document/exchange.ts'
import { readBody } from '../document/post-text.ts'
import { follow } from '../judge/judge.ts'
import { fillRequest } from '../pact/derive.ts'
import type { Run } from '../run/run.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'
import { type ProviderClient, received } from '../session/client.ts'
import { findId } from '../session/find-id.ts'
import type { OwnPost } from '../session/own-posts.ts'
import type { Stage } from '../session/stage.ts'
import { shortened } from './evidence.ts'

/** What came of a request that a provider may refuse by closing the connection. */
export interface Trial {
  readonly isDone: boolean
  /** Undefined where no reply came. */
  readonly exchange: Exchange | undefined
  /** Until the reply was there, in milliseconds. */
  readonly duration: number
}

const json = { 'content-type': 'application/json' }

/** Where a provider is asked by experiment: with the posts of one run, and requests that it may well refuse. */
export class Lab {
  readonly run: Run
  readonly #client: ProviderClient
  #largest = 0

  constructor(run: Run, client: ProviderClient) {
    this.run = run
    this.#client = client
  }

  get stage(): Stage {
    return this.run.bench.stage
  }

  /** The largest body that was sent so far, in bytes. */
  get largestBody(): number {
    return this.#largest
  }

  /** Plays an example and keeps what became of it. @throws SetUpError where its state cannot be set up. */
  async play(example: Example): Promise<Trace> {
    const { bench } = this.run
    const values = await this.run.onSetUp({ interaction: example })
    const exchange = await bench.send(fillRequest(example, values))
    const before = bench.own.history.length
    await follow(bench, example, exchange, values)
    const made = bench.own.history.slice(before).find(({ kind }) => kind !== 'deleted')
    const id = example.operation === 'create' ? made?.id : values.id
    const isKept = id !== undefined && isSuccess(exchange.reply) && example.operation !== 'delete'
    const read = isKept ? await bench.look('GET', `/posts/${id}`) : undefined
    const kept = read && isSuccess(read) ? readBody(read.body) : undefined
    return { exchange, values, ...(kept === undefined ? {} : { kept }) }
  }

  /** Sends a request of its own, which changes nothing. */
  ask(request: Omit<SentRequest, 'headers'> & Partial<SentRequest>): Promise<Exchange> {
    return this.run.bench.send({ headers: {}, ...request })
  }

  /** Tries something on a post made for it, which is not compared with anything any more, and removes it. */
  async onSubject<Result>(work: (subject: OwnPost) => Promise<Result>): Promise<Result> {
    const subject = await this.stage.create()
    this.run.bench.incomplete.add(subject.id)
    const result = await work(subject)
    await this.stage.delete(subject)
    return result
  }

  /** Replaces a post of this run by whatever bytes; that no reply comes is an answer too, as long as the provider lives. */
  async tryReplace({ id }: OwnPost, body: string | Uint8Array): Promise<Trial> {
    return await this.#try({ method: 'PUT', path: `/posts/${id}`, headers: json }, Buffer.from(body))
  }

  /** Creates a post of whatever fields, one of which bears the title of the run, and removes it again. */
  async tryCreate(fields: PostFields, marker: string): Promise<Trial> {
    const body = Buffer.from(JSON.stringify(fields))
    const attempt = await this.#try({ method: 'POST', path: '/posts', headers: json }, body)
    if (!attempt.isDone || !attempt.exchange) return attempt
    const { reply } = attempt.exchange
    const found = await this.run.bench.find(() => findId(reply, marker, this.stage.send))
    if (!found) return attempt
    const post = { id: found.id, ...fields }
    this.stage.adopt(post)
    await this.stage.delete(post)
    return attempt
  }

  async #try(request: SentRequest, body: Buffer): Promise<Trial> {
    this.#largest = Math.max(this.#largest, body.byteLength)
    const sent = { ...request, body: shortened(body.toString()) }
    const start = performance.now()
    const reply = await this.#forward(request, body)
    const duration = performance.now() - start
    if (reply) return { isDone: isSuccess(reply), exchange: { request: sent, reply }, duration }
    // Whoever closes the connection may be gone for good.
    await this.ask({ method: 'GET', path: '/posts' })
    return { isDone: false, exchange: undefined, duration }
  }

  async #forward(request: SentRequest, body: Buffer): Promise<ReceivedReply | undefined> {
    try {
      const headers = { 'user-agent': 'posts-understudy', accept: 'application/json', ...request.headers }
      return await received(await this.#client.forward({ ...request, headers, body }))
    } catch (error) {
      const isCut =
        error instanceof ProviderUnreachable && ['reset', 'cut', 'timeout'].includes(error.obstacle)
      if (isCut) return undefined
      throw error
    }
  }
}
