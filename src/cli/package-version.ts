import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The name and the version of this tool, for files that it writes. */
export function toolName(): string {
  return `posts-understudy ${packageVersion()}`
}

/** The version in the nearest package.json above. */
export function packageVersion(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}
