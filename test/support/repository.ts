import { mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The top folder of this repository. */
export const repository = resolve(import.meta.dirname, '../..')

/** Puts packages that are installed here into the `node_modules` of a folder: those that are named, or all where it has none. */
export async function linkPackages(folder: string, ...names: readonly string[]): Promise<void> {
  const [from, to] = [repository, folder].map((each) => join(each, 'node_modules')) as [string, string]
  if (names.length === 0) return await symlink(from, to, 'junction')
  await mkdir(to, { recursive: true })
  for (const name of names) await symlink(join(from, name), join(to, name), 'junction')
}
