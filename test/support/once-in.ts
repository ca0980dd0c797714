import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Gives a folder below `parent` that `fill` has filled completely, once, however many processes ask.
 *
 * The folder is made under another name and moved into place when it is whole, so a run that was killed leaves nothing
 * that looks filled. The others wait for the first.
 */
export async function onceIn(
  parent: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(parent, name)
  if (existsSync(folder)) return folder
  await mkdir(parent, { recursive: true })
  await lock(`${folder}.lock`)
  try {
    if (existsSync(folder)) return folder
    const partial = `${folder}.partial`
    await rm(partial, { recursive: true, force: true, maxRetries: 5 })
    await mkdir(partial)
    await fill(partial)
    await rename(partial, folder)
    return folder
  } finally {
    await rm(`${folder}.lock`, { force: true })
  }
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/posts-understudy/providers')

/** The same, once on this machine, for what is installed from elsewhere: outside the source tree and our own dependencies. */
export function onceInCache(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  return onceIn(cache, name, fill)
}

/** Makes a file with the id of this process; one of a process that was killed is removed. */
async function lock(file: string): Promise<void> {
  while (!(await writeFile(file, String(process.pid), { flag: 'wx' }).then(() => true, isThere))) {
    // Just made, it is still empty.
    const owner = (await readFile(file, 'utf8').catch(() => '')) || process.pid
    if (isRunning(Number(owner))) await wait(200)
    else await rm(file, { force: true })
  }
}

function isThere(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false
  throw error
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
