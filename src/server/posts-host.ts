import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer } from '../../handlers/answer.ts'
import type { PlainBody, PlainHeaders, PlainReply } from '../../handlers/http/plain.ts'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { corsHeaders, preflight } from '../../handlers/operations/other-requests.ts'
import { findRoute } from '../../handlers/operations/route.ts'
import type { World } from '../../handlers/world/world.ts'
import { hostRefusal } from './host-refusal.ts'
import { authorityOf, headersOf, schemeOf, signalOfLeaving } from './incoming.ts'
import { OverLimit } from './limits.ts'
import { readRequestBody } from './read-body.ts'
import { isAuthority, isBelow, type RequestTarget, readTarget } from './request-target.ts'
import { type Worlds, worldHeader } from './worlds.ts'

/** Answers the requests below a path. */
export interface Handler {
  readonly path: string
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
  ): Promise<PlainReply | undefined>
}

/**
 * Performs a task in a world, and resolves once its changes are saved.
 * @throws UnderstudyError where they could not be saved, and were undone.
 */
export type Keeping = <Result>(world: World, task: () => Promise<Result>) => Promise<Result>

export interface PostsHostOptions {
  readonly worlds: Worlds
  /** Without trailing slash; empty for the root. */
  readonly basePath: string
  /** Handlers of other paths. */
  readonly others: readonly Handler[]
  /** Answers all other paths; undefined is a 404. */
  readonly beside?: ((request: IncomingMessage, path: string) => PlainReply | undefined) | undefined
  readonly keeping: Keeping
}

/** Maps requests of node:http to plain requests, and their replies back. */
export class PostsHost {
  readonly #options: PostsHostOptions
  #origin = ''
  #base = ''

  constructor(options: PostsHostOptions) {
    this.#options = options
  }

  get basePath(): string {
    return this.#options.basePath
  }

  /** Whether a path is answered here, and not by another server on the same port. */
  owns(path: string): boolean {
    const { basePath, others } = this.#options
    return others.some((other) => isBelow(path, other.path)) || isBelow(path, basePath || '/posts')
  }

  /** @returns undefined where the client left, or has its reply. */
  async reply(request: IncomingMessage, response: ServerResponse): Promise<PlainReply | undefined> {
    try {
      return await this.#reply(request, response)
    } catch (error) {
      if (!(error instanceof OverLimit)) throw error
      const headers = error.status === 429 ? { 'retry-after': '1' } : {}
      return hostRefusal(error.status, error.message, { ...headers, ...this.#cors(request) })
    }
  }

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<PlainReply | undefined> {
    const target = readTarget(request.url ?? '/')
    for (const other of this.#options.others) {
      if (isBelow(target.path, other.path)) return await other.handle(request, response, target)
    }
    const authority = authorityOf(request, target)
    const origin = `${schemeOf(request)}://${authority}`
    if (origin !== this.#origin) {
      if (!isAuthority(authority))
        return hostRefusal(400, `The Host header ${JSON.stringify(authority)} is invalid.`)
      this.#origin = origin
      this.#base = origin + this.#options.basePath
    }
    if (!isBelow(target.path, this.#options.basePath)) {
      return this.#options.beside?.(request, target.path) ?? this.#beside(request, target)
    }
    let world: World
    try {
      world = this.#options.worlds.forRequest(request.headers[worldHeader]?.toString(), isReading(request))
    } catch (error) {
      if (!isUnderstudyError(error)) throw error
      const faults = [{ field: 'X-Understudy-World', detail: error.message }]
      return hostRefusal(400, error.message, this.#cors(request), faults)
    }
    return await this.#answer(request, response, target, world)
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: RequestTarget,
    world: World,
  ): Promise<PlainReply | undefined> {
    const base = this.#base
    const pending = readRequestBody(request, world.profile['input.max-bytes'])
    const body: PlainBody | undefined = pending instanceof Promise ? await pending : pending
    if (!body) return undefined
    const plain = {
      method: request.method ?? 'GET',
      base,
      path: path.slice(this.#options.basePath.length),
      query,
      headers: headersOf(request),
      ...body,
    }
    const signal = world.faults.idle ? undefined : signalOfLeaving(response)
    try {
      return await this.#options.keeping(world, () => answer(plain, world, signal))
    } catch (error) {
      if (!isUnderstudyError(error)) throw error
      return hostRefusal(500, error.message, this.#cors(request))
    }
  }

  /** A path that is not below the base path, often without the version segment. */
  #beside(request: IncomingMessage, { path, query }: RequestTarget): PlainReply {
    const { method = 'GET' } = request
    if (method === 'OPTIONS' && path === '*') return { status: 204, headers: {}, body: undefined }
    const { profile } = this.#options.worlds.base
    const headers = headersOf(request)
    const plain = { method, base: this.#base, path, query, headers, body: undefined }
    const detail = `Unknown path ${path}. The posts are at ${this.#base}/posts.`
    return preflight(plain, findRoute(method, ''), profile) ?? hostRefusal(404, detail, this.#cors(request))
  }

  #cors({ headers }: IncomingMessage): PlainHeaders {
    return corsHeaders(headers as PlainHeaders, this.#options.worlds.base.profile)
  }
}

/** Whether a method is safe (RFC 9110, section 9.2.1). */
export function isReading({ method = '' }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
