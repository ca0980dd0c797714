import type { BaseUrl } from '../../handlers/http/base-url.ts'

/**
 * The addresses below a path of any origin.
 * @param basePath without trailing slash.
 * @param answered the highest path that is answered. Default the base path.
 */
export function belowPath(basePath: string, answered = basePath): Pick<BaseUrl, 'split'> {
  return {
    split: ({ origin, pathname }) =>
      isBelow(pathname, answered)
        ? { base: origin + basePath, path: pathname.slice(basePath.length) }
        : undefined,
  }
}

/** Whether a path is a folder, or below it; the folder has no trailing slash. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/')
}
