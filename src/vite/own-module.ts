import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { RequestHandler } from 'msw'
import { invalid } from './options.ts'

/**
 * The file that the option `handlers` names.
 * @throws UnderstudyError `OPTION_INVALID` if it does not exist.
 */
export function findOwnModule(name: string | undefined, root: string): string | undefined {
  if (name === undefined) return undefined
  const file = isAbsolute(name) && existsSync(name) ? name : resolve(root, name.replace(/^\/+/, ''))
  if (existsSync(file)) return file
  throw invalid('handlers', `is "${name}", and there is no file ${file}`, 'Name a module of yours.')
}

/**
 * The handlers that a module exports.
 * @throws UnderstudyError `OPTION_INVALID` if it does not export a list of them.
 */
export function handlersOf(module: Record<string, unknown>, file: string): readonly RequestHandler[] {
  const exported = module.handlers ?? module.default
  if (Array.isArray(exported) && exported.every(isHandler)) return exported
  throw invalid(
    'handlers',
    `names ${file}, which exports no list of MSW handlers`,
    'Export them as `handlers`.',
  )
}

/** Not `instanceof`: there may be several copies of MSW. */
function isHandler(value: unknown): value is RequestHandler {
  return typeof value === 'object' && value !== null && 'run' in value && 'test' in value
}
