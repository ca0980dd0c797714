import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { RequestHandler } from 'msw'
import type { UserConfig } from 'vite'
import { invalid } from './options.ts'

/** A module of the user's with MSW handlers. */
export interface OwnModule {
  readonly file: string
  /** The address of its source in the page. */
  readonly url: string
}

/**
 * Finds the module that the option `handlers` names.
 * @throws UnderstudyError `OPTION_INVALID` where there is no such file.
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
 * @throws UnderstudyError `OPTION_INVALID` where it exports no list of them.
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

/** Whichever copy of MSW made it. */
function isHandler(value: unknown): value is RequestHandler {
  return typeof value === 'object' && value !== null && 'run' in value && 'test' in value
}

/**
 * Where Vite looks for the packages that a page imports, with one more module. What it does not find there it bundles when
 * a page asks for it, and then what the page has loaded already is out of date.
 *
 * @param file the module, counted from the root.
 */
export function scanEntries(file: string, { root = '.', build, optimizeDeps }: UserConfig): string[] {
  const one = relative(resolve(root), resolve(root, file.replace(/^\/+/, ''))).replaceAll('\\', '/')
  // Vite adds those that the configuration names itself.
  if (optimizeDeps?.entries !== undefined) return [one]
  const input = build?.rolldownOptions?.input ?? []
  const named = typeof input === 'string' ? [input] : Object.values(input)
  return [...(named.length > 0 ? named : ['**/*.html', '!**/__tests__/**', '!**/coverage/**']), one]
}
