import type { PostFields } from '../../handlers/model/post.ts'
import type { CheckContext } from '../judge/check-context.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { StateSetup } from '../model/state-setup.ts'
import { type Exchange, isSuccess, type ReceivedReply, type SentRequest } from '../spec/exchange.ts'
import { type ProviderClient, usualHeaders } from '../wire/client.ts'
import { findId } from '../wire/find-id.ts'
import { ProviderUnreachable } from '../wire/provider-unreachable.ts'
import { received } from '../wire/received.ts'
import type { MetLimit } from '../wire/transport.ts'
import { shortened } from './evidence.ts'

/** The result of a request that a provider may refuse by closing the connection. */
export interface Trial {
  readonly isDone: boolean
  /** Undefined without a reply. */
  readonly exchange: Exchange | undefined
  /** In milliseconds. */
  readonly duration: number
}

export interface TrialOptions {
  /** The name and value of the header with the credentials, if any. */
  readonly credentials: readonly [string, string] | undefined
}

const json = { 'content-type': 'application/json' }

/** Sends the requests of experiments, with the posts of one run. */
export class Trials {
  readonly context: CheckContext
  readonly options: TrialOptions
  readonly #client: ProviderClient
  #largest = 0

  constructor(context: CheckContext, client: ProviderClient, options: TrialOptions) {
    this.context = context
    this.options = options
    this.#client = client
  }

  get limits(): readonly MetLimit[] {
    return this.#client.limits
  }

  /** Sends a request without the headers that the user gave. */
  async askAnonymously(request: SentRequest): Promise<Exchange> {
    return { request, reply: await this.#client.anonymous.send(request) }
  }

  get setup(): StateSetup {
    return this.context.setup
  }

  /** The largest body sent so far, in bytes. */
  get largestBody(): number {
    return this.#largest
  }

  /** Sends a request that changes nothing. */
  ask(request: Omit<SentRequest, 'headers'> & Partial<SentRequest>): Promise<Exchange> {
    return this.context.send({ headers: {}, ...request })
  }

  /** Creates a post for experiments, which is not checked any more, and removes it after the work. */
  async onSubject<Result>(work: (subject: OwnPost) => Promise<Result>): Promise<Result> {
    const subject = await this.setup.create()
    this.context.incomplete.add(subject.id)
    const result = await work(subject)
    await this.setup.delete(subject)
    return result
  }

  /**
   * Replaces a post of this run with any bytes. The provider may close the connection, if it answers the next
   * request.
   */
  async tryReplace({ id }: OwnPost, body: string | Uint8Array): Promise<Trial> {
    return await this.#try({ method: 'PUT', path: `/posts/${id}`, headers: json }, Buffer.from(body))
  }

  /** Creates a post with any fields, one of which has the mark, and removes it. */
  async tryCreate(fields: PostFields, marker: string): Promise<Trial> {
    const body = Buffer.from(JSON.stringify(fields))
    const attempt = await this.#try({ method: 'POST', path: '/posts', headers: json }, body)
    if (!attempt.isDone || !attempt.exchange) return attempt
    const { reply } = attempt.exchange
    const found = await this.context.find(() => findId(reply, marker, this.setup.send))
    if (!found) return attempt
    const post = { id: found.id, ...fields }
    this.setup.adopt(post)
    await this.setup.delete(post)
    return attempt
  }

  async #try(request: SentRequest, body: Buffer): Promise<Trial> {
    this.#largest = Math.max(this.#largest, body.byteLength)
    const sent = { ...request, body: shortened(body.toString()) }
    const start = performance.now()
    const reply = await this.#forward(request, body)
    const duration = performance.now() - start
    if (reply) return { isDone: isSuccess(reply), exchange: { request: sent, reply }, duration }
    // Fails if the provider is gone.
    await this.ask({ method: 'GET', path: '/posts' })
    return { isDone: false, exchange: undefined, duration }
  }

  async #forward(request: SentRequest, body: Buffer): Promise<ReceivedReply | undefined> {
    this.setup.cache.forget()
    try {
      const headers = { ...usualHeaders, ...request.headers }
      return await received(await this.#client.forward({ ...request, headers, body }))
    } catch (error) {
      const isCut =
        error instanceof ProviderUnreachable && ['reset', 'cut', 'timeout'].includes(error.failureReason)
      if (isCut) return undefined
      throw error
    }
  }
}
