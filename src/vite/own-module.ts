import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { RequestHandler } from 'msw'
import type { UserConfig } from 'vite'
import { invalid } from './options.ts'

/** A module of the user with MSW handlers. */
export interface OwnModule {
  readonly file: string
  /** The address of its source in the page. */
  readonly url: string
}

/**
 * Finds the module that the option `handlers` names.
 * @throws UnderstudyError `OPTION_INVALID` if the file does not exist.
 */
export function findOwnModule(name: string | undefined, root: string): OwnModule | undefined {
  if (name === undefined) return undefined
  const file = isAbsolute(name) && existsSync(name) ? name : resolve(root, name.replace(/^\/+/, ''))
  if (!existsSync(file))
    throw invalid('handlers', `is "${name}", and there is no file ${file}`, 'Name a module of yours.')
  const below = relative(root, file).replaceAll('\\', '/')
  const url = below.startsWith('..') ? `/@fs/${file.replaceAll('\\', '/').replace(/^\//, '')}` : `/${below}`
  return { file, url }
}

/**
 * The handlers that a module exports.
 * @throws UnderstudyError `OPTION_INVALID` if it does not export a list of them.
 */
export function handlersOf(module: Record<string, unknown>, { file }: OwnModule): readonly RequestHandler[] {
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

/**
 * Adds a module to the entries that Vite scans for dependencies. If Vite finds a dependency later, it has to reload the page.
 *
 * @param file the module, relative to the root.
 */
export function scanEntries(file: string, { root = '.', build, optimizeDeps }: UserConfig): string[] {
  const one = relative(resolve(root), resolve(root, file.replace(/^\/+/, ''))).replaceAll('\\', '/')
  // Vite adds the configured entries itself.
  if (optimizeDeps?.entries !== undefined) return [one]
  const input = build?.rolldownOptions?.input ?? []
  const named = typeof input === 'string' ? [input] : Object.values(input)
  return [...(named.length > 0 ? named : ['**/*.html', '!**/__tests__/**', '!**/coverage/**']), one]
}
