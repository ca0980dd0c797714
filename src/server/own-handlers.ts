import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { OwnHandlers } from '../../handlers/world/world.ts'
import { type HandlersOption, handlersByWorld } from '../mock/mock.ts'

export interface HandlersModule extends Pick<OwnHandlers, 'failed'> {
  /** The file, for errors. */
  readonly name: string
  readonly load: () => Promise<Record<string, unknown>>
}

/** @throws UnderstudyError `OPTION_INVALID` if the file of a module does not exist. */
export function checkModule(name: string): void {
  if (!existsSync(name)) throw invalid(name, 'the file does not exist. Pass a module of yours.')
}

/** The MSW handlers that a module of the user exports; made anew when it has changed. */
export function handlersOfModule({ name, load, failed }: HandlersModule): OwnHandlers {
  let latest: { readonly module: object; readonly of: ReturnType<typeof handlersByWorld> } | undefined
  return {
    async of(world) {
      const module = await load()
      if (latest?.module !== module) latest = { module, of: handlersByWorld(exportedBy(module, name)) }
      return latest.of(world)
    },
    failed,
  }
}

/**
 * Returns a function that loads a module, again after each change of its file.
 * @throws UnderstudyError `OPTION_INVALID` if the file does not exist, throws or has no handlers.
 */
export async function moduleLoader(name: string): Promise<HandlersModule['load']> {
  const address = pathToFileURL(resolve(name))
  const load = async () => {
    try {
      // A module is loaded once for each address.
      return await import(`${address}?changed=${(await stat(address)).mtimeMs}`)
    } catch (error) {
      throw invalid(name, `${(error as Error).message.replace(/\.$/, '')}. Correct the module.`)
    }
  }
  checkModule(name)
  exportedBy(await load(), name)
  return load
}

/** @throws UnderstudyError `OPTION_INVALID` */
function exportedBy(module: Record<string, unknown>, name: string): HandlersOption {
  const exported = module.handlers ?? module.default
  const isList = Array.isArray(exported) && exported.every(isHandler)
  if (isList || typeof exported === 'function') return exported as HandlersOption
  throw invalid(
    name,
    'it exports no list of MSW handlers. Export them, or a function that returns them, as "handlers".',
  )
}

/** Not `instanceof`: there may be several copies of MSW. */
function isHandler(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'run' in value && 'test' in value
}

function invalid(name: string, what: string): UnderstudyError {
  return new UnderstudyError('OPTION_INVALID', `Failed to load \`handlers\` ${JSON.stringify(name)}: ${what}`)
}
