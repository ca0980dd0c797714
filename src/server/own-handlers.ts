import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RequestHandler } from 'msw'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'
import { createWorldHandle, type WorldHandle } from '../mock/world-handle.ts'
import { hasArrived, type Incoming } from './incoming.ts'
import type { NodeEnv, NodeFetch } from './listen.ts'

export interface OwnHandlersOptions {
  /** The file, for errors. */
  readonly name: string
  /** Returns the current module. */
  readonly load: () => Promise<Record<string, unknown>>
  /** The world of a request, or the refusal of a request that names no valid one. */
  readonly worldOf: (request: Request, env: NodeEnv) => World | Response
}

/** Answers requests with MSW handlers that a module of the user exports; undefined for all others. */
export function askHandlers({ name, load, worldOf }: OwnHandlersOptions): NodeFetch {
  let latest: { readonly module: object; readonly of: ReturnType<typeof handlersOf> } | undefined
  const handlersFor = async (world: World) => {
    const module = await load()
    if (latest?.module !== module) latest = { module, of: handlersOf(module, name) }
    return latest.of(world)
  }
  return async (request, env) => {
    // `bypass()` of MSW sets this header: the handler wants the reply of the mock.
    if (env.headers.accept?.includes('msw/passthrough')) return undefined
    const world = worldOf(request, env)
    return world instanceof Response ? world : responseOf(await handlersFor(world), request, env.incoming)
  }
}

/**
 * Returns a function that loads a module, again after each change of its file.
 * @throws UnderstudyError `OPTION_INVALID` if the file does not exist, throws or has no handlers.
 */
export async function moduleLoader(name: string): Promise<OwnHandlersOptions['load']> {
  const address = pathToFileURL(resolve(name))
  const load = async () => {
    try {
      // A module is loaded once for each address.
      return await import(`${address}?changed=${(await stat(address)).mtimeMs}`)
    } catch (error) {
      throw invalid(name, `${(error as Error).message.replace(/\.$/, '')}. Correct the module.`)
    }
  }
  if (!existsSync(address)) throw invalid(name, 'the file does not exist. Pass a module of yours.')
  handlersOf(await load(), name)
  return load
}

/** The response of the first handler that has one; undefined if there is none. */
async function responseOf(
  handlers: readonly RequestHandler[],
  { url, method, headers, signal }: Request,
  incoming: Incoming,
): Promise<Response | undefined> {
  const resolutionContext = { baseUrl: new URL(url).origin }
  const bare = { request: new Request(url, { method, headers }), resolutionContext }
  const meant = await Promise.all(handlers.map((handler) => handler.test(bare)))
  if (!meant.includes(true)) return undefined
  const body = await peekBody(incoming)
  const request = new Request(url, { method, headers, body: body.length > 0 ? body : null, signal })
  const { getResponse } = await import('msw/utils/get-response')
  const response = await getResponse(
    handlers.filter((_, index) => meant[index]),
    request,
    resolutionContext,
  )
  return response?.headers.get('x-msw-intention') === 'passthrough' ? undefined : response
}

/** Reads the body of a request and puts it back, for the next middleware. */
async function peekBody(request: Incoming): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for (;;) {
    for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk as Buffer)
    if (hasArrived(request)) break
    // Rejects if the client leaves.
    await once(request, 'readable')
  }
  const bytes = Buffer.concat(chunks)
  // After the `end` event nothing can be put back.
  if (bytes.length > 0) request.unshift(bytes)
  return bytes
}

/**
 * The handlers that a module exports as `handlers`, or by default. A function of the user is called once for each world.
 * @throws UnderstudyError `OPTION_INVALID`
 */
function handlersOf(module: Record<string, unknown>, name: string) {
  const exported = module.handlers ?? module.default
  if (Array.isArray(exported) && exported.every(isHandler)) return (): readonly RequestHandler[] => exported
  if (typeof exported !== 'function')
    throw invalid(
      name,
      'it exports no list of MSW handlers. Export them, or a function that returns them, as "handlers".',
    )
  const make = exported as (world: WorldHandle) => readonly RequestHandler[]
  const made = new WeakMap<World, readonly RequestHandler[]>()
  return (world: World): readonly RequestHandler[] => {
    const handlers = made.get(world) ?? make(createWorldHandle(world))
    made.set(world, handlers)
    return handlers
  }
}

/** Not `instanceof`: there may be several copies of MSW. */
function isHandler(value: unknown): value is RequestHandler {
  return typeof value === 'object' && value !== null && 'run' in value && 'test' in value
}

function invalid(name: string, what: string): UnderstudyError {
  return new UnderstudyError('OPTION_INVALID', `Failed to load \`handlers\` ${JSON.stringify(name)}: ${what}`)
}
