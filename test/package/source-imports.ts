import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** Lists the TypeScript files below the folders, sorted, as paths from the top of the repository. */
export function listSources(...folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(folder, name.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => /\.[cm]?tsx?$/.test(file))
    .sort()
}

/**
 * What a file imports, re-exports or loads by `import()`: packages, and files as paths from the top. It is read from the
 * syntax tree, so that comments and strings cannot fool it; `text` stands in for what is on disk.
 */
export function importsOf(file: string, text = readFileSync(file, 'utf8')): string[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`Failed to parse '${file}': ${errors[0]?.message}.`)
  const requests = [
    ...module.staticImports,
    ...module.staticExports.flatMap(({ entries }) => entries),
    ...module.dynamicImports,
  ].flatMap(({ moduleRequest }) =>
    moduleRequest ? [text.slice(moduleRequest.start, moduleRequest.end)] : [],
  )
  const specifiers = requests.flatMap((request) => /^['"](.+)['"]$/.exec(request)?.[1] ?? [])
  return specifiers.map((name) => (name.startsWith('.') ? posix.join(posix.dirname(file), name) : name))
}
