import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { complainAboutNode } from '../../handlers/model/node-version.ts'

/** Finds a Node on the search path that is too old for this package, or nothing: most machines have none. */
export function findOldNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file) && complainAboutNode(versionOf(file)) !== undefined)
}

function versionOf(file: string): string {
  return execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
}
