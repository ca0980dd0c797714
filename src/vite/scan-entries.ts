import { relative, resolve } from 'node:path'
import type { UserConfig } from 'vite'

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
