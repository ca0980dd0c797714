import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PlainBody, PlainHeaders, PlainReply } from '../../../handlers/http/plain.ts'
import { isUnderstudyError, type UnderstudyErrorCode } from '../../../handlers/model/errors.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../../handlers/model/json.ts'
import { noFrame } from '../built-files.ts'
import { hostRefusal } from '../host-refusal.ts'
import { authorityOf, hostOf, schemeOf } from '../incoming.ts'
import { excessOf } from '../json-bounds.ts'
import { limits, OverLimit } from '../limits.ts'
import { type Handler, isReading, type Keeping } from '../posts-host.ts'
import { readRequestBody } from '../read-body.ts'
import type { RequestTarget } from '../request-target.ts'
import { type Worlds, worldHeader } from '../worlds.ts'
import { bearer, type ControlGuardOptions, mayPass, tokenMissing, whyForbidden } from './control-guard.ts'
import { type ControlCall, ControlRefusal, type Stream } from './control-route.ts'
import { controlPath, findControlRoutes, type NamedRoute } from './control-routes.ts'
import { worldPath } from './world-routes.ts'

const mostItems = 10_000

const statuses: Partial<Record<UnderstudyErrorCode, number>> = {
  POST_MISSING: 404,
  DATA_FILE_UNWRITABLE: 500,
}

export interface ControlApiOptions {
  /** Of the posts; without trailing slash, empty for the root. */
  readonly basePath: string
  readonly guard: ControlGuardOptions
  readonly keeping: Keeping
}

/** The control API: HTTP access for tests, panels and scripts, but not for pages of other origins. */
export class ControlApi implements Handler {
  readonly path = controlPath
  readonly #worlds: Worlds
  readonly #options: ControlApiOptions
  readonly #streams = new Set<ServerResponse>()

  constructor(worlds: Worlds, options: ControlApiOptions) {
    this.#worlds = worlds
    this.#options = options
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
  ): Promise<PlainReply | undefined> {
    const authority = target.authority ?? hostOf(request) ?? ''
    const { guard } = this.#options
    const forbidden = whyForbidden(request, authority, guard)
    if (forbidden !== undefined) return hostRefusal(403, forbidden, noFrame)
    const cors = { ...noFrame, ...this.#cors(request) }
    if (!mayPass(request, guard.token)) return hostRefusal(401, tokenMissing, { ...cors, ...bearer })
    try {
      const result = await this.#perform(request, target)
      if (typeof result !== 'function')
        return result && { ...result, headers: { ...result.headers, ...cors } }
      for (const name in cors) response.setHeader(name, cors[name] as string)
      this.#open(response, result)
      return undefined
    } catch (error) {
      if (error instanceof ControlRefusal) return hostRefusal(error.status, error.message, cors, error.errors)
      if (isUnderstudyError(error)) return hostRefusal(statuses[error.code] ?? 400, error.message, cors)
      throw error
    }
  }

  /** Ends every stream. */
  close(): void {
    for (const response of this.#streams) response.end()
  }

  #open(response: ServerResponse, stream: Stream): void {
    if (this.#streams.size >= limits.streams)
      throw new OverLimit(429, 'There are too many event streams', limits.streams)
    this.#streams.add(response)
    response.on('close', () => this.#streams.delete(response))
    stream(response)
  }

  async #perform(request: IncomingMessage, target: RequestTarget): Promise<PlainReply | Stream | undefined> {
    const { routes, name } = findControlRoutes(target.path)
    if (routes.length === 0) {
      throw new ControlRefusal(
        404,
        `The control API has no route ${target.path}. GET ${controlPath}/ lists the routes.`,
      )
    }
    const route = routes.find(({ method }) => method === request.method)
    if (!route) return otherMethod(request, routes)
    const call = await this.#call(request, route, name, target)
    if (!call) return undefined
    const result = await this.#options.keeping(call.world, async () => route.perform(call))
    if (typeof result === 'function') return result as Stream
    if (result === undefined)
      return { status: 204, headers: { 'cache-control': 'no-store' }, body: undefined }
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return { status: 200, headers, body: stringifyJson(result) }
  }

  async #call(
    request: IncomingMessage,
    { path, takesPosts = false }: NamedRoute,
    name: string,
    target: RequestTarget,
  ): Promise<ControlCall | undefined> {
    const query = new URLSearchParams(target.query)
    const maxBytes = takesPosts ? limits.control : limits.settings
    const read = await readRequestBody(request, maxBytes)
    if (!read) return undefined
    const body = asJson(read, maxBytes, takesPosts ? undefined : mostItems)
    const worlds = this.#worlds
    const worldName = request.headers[worldHeader]?.toString() ?? query.get('world') ?? undefined
    const isView = isReading(request) || path === worldPath
    const world = worlds.forRequest(worldName, isView)
    const postsUrl = `${schemeOf(request)}://${authorityOf(request, target)}${this.#options.basePath}`
    return { world, worlds, worldName, postsUrl, name, query, body }
  }

  /** CORS headers, only for the allowed origins. */
  #cors({ headers: { origin } }: IncomingMessage): PlainHeaders {
    if (origin === undefined || !this.#options.guard.allowOrigins.includes(origin)) return {}
    return { 'access-control-allow-origin': origin, vary: 'Origin' }
  }
}

function otherMethod(
  { method = '', headers }: IncomingMessage,
  routes: readonly { readonly method: string }[],
): PlainReply {
  const allow = [...routes.map((route) => route.method), 'OPTIONS'].join(', ')
  if (method !== 'OPTIONS')
    return hostRefusal(405, `${method} is not allowed here; use one of ${allow}.`, { allow })
  const asked = headers['access-control-request-headers']
  const preflight = { 'access-control-allow-methods': allow, 'access-control-allow-headers': asked ?? '*' }
  return {
    status: 204,
    headers: { allow, ...(headers.origin === undefined ? {} : preflight) },
    body: undefined,
  }
}

function asJson(
  { body: text, bodyFault }: PlainBody,
  maxBytes: number,
  maxItems: number | undefined,
): JsonValue | undefined {
  if (bodyFault === 'not-utf-8') throw new ControlRefusal(400, 'The body is not UTF-8.')
  if (bodyFault === 'too-large') throw new ControlRefusal(413, `The body is larger than ${maxBytes} bytes.`)
  if (text === undefined) return undefined
  const excess = excessOf(text, maxItems)
  if (excess !== undefined) throw new ControlRefusal(413, `The body is refused: ${excess}.`)
  try {
    return parseJson(text)
  } catch (error) {
    throw new ControlRefusal(400, `The body is not JSON: ${(error as Error).message}.`)
  }
}
