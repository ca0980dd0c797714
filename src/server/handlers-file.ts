import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RequestHandler } from 'msw'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'
import { createWorldHandle, type WorldHandle } from '../mock/world-handle.ts'
import { watchFile } from './watch-file.ts'

/** Handlers of the user: a list, or a function that makes the list of each world, over its posts. */
export type OwnHandlers = readonly RequestHandler[] | ((world: WorldHandle) => readonly RequestHandler[])

/** The handlers that a module of the user exports. */
export interface HandlersFile {
  /** The current handlers of a world; none where a request has no world. */
  of(world: World | undefined): readonly RequestHandler[]
  /** Stops watching. */
  close(): void
}

/**
 * Loads a module whose export `handlers`, or default export, are {@link OwnHandlers}.
 *
 * @param options.watch loads it again when it changes. A module that cannot be loaded is told to `notice`.
 * @throws UnderstudyError `OPTION_INVALID` if it does not exist or has no handlers, and what the module throws.
 */
export async function openHandlersFile(
  name: string,
  { watch, notice }: { readonly watch: boolean; readonly notice: (message: string) => void },
): Promise<HandlersFile> {
  const file = resolve(name)
  if (!existsSync(file)) throw invalid(name, 'the file does not exist', 'Pass a module of yours.')
  let version = 0
  const load = async () =>
    // A module is loaded once for each address.
    handlersOf(await import(`${pathToFileURL(file)}?version=${version++}`), name)
  let ofWorld = perWorld(await load())
  const reload = () =>
    load().then(
      (changed) => {
        ofWorld = perWorld(changed)
        notice(`Reloaded ${name}.`)
      },
      (error: Error) => notice(`Failed to reload ${name}: ${error.message} The mock keeps the handlers.`),
    )
  const stop = watch ? watchFile(file, () => void reload()) : () => {}
  return { of: (world) => ofWorld(world), close: stop }
}

/** Calls a function of the user once for each world. */
export function perWorld(own: OwnHandlers): HandlersFile['of'] {
  if (typeof own !== 'function') return () => own
  const made = new WeakMap<World, readonly RequestHandler[]>()
  return (world) => {
    if (!world) return []
    const handlers = made.get(world) ?? own(createWorldHandle(world))
    made.set(world, handlers)
    return handlers
  }
}

/**
 * The handlers that a module exports.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function handlersOf(module: Record<string, unknown>, name: string): OwnHandlers {
  const exported = module.handlers ?? module.default
  if (typeof exported === 'function') return exported as OwnHandlers
  if (Array.isArray(exported) && exported.every(isHandler)) return exported
  throw invalid(
    name,
    'it exports no list of MSW handlers',
    'Export them, or a function that returns them, as `handlers`.',
  )
}

/** Not `instanceof`: there may be several copies of MSW. */
function isHandler(value: unknown): value is RequestHandler {
  return typeof value === 'object' && value !== null && 'run' in value && 'test' in value
}

function invalid(name: string, fact: string, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to load \`handlers\` ${JSON.stringify(name)}: ${fact}. ${nextStep}`,
  )
}
