import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Gives a folder below `parent` that `fill` has filled completely, once, however many processes ask.
 *
 * The folder is made under a name of its own and moved into place when it is whole, so a run that was killed
 * leaves nothing that looks filled. The lock only saves a second process the work: it waits for the first.
 */
export async function onceIn(
  parent: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(parent, name)
  if (existsSync(folder)) return folder
  await mkdir(parent, { recursive: true })
  const unlock = await lock(`${folder}.lock`)
  const partial = `${folder}.partial-${process.pid}`
  try {
    if (existsSync(folder)) return folder
    await removeLeftovers(parent, name)
    await mkdir(partial)
    await fill(partial)
    await rename(partial, folder)
    return folder
  } finally {
    await rm(partial, { recursive: true, force: true })
    await unlock()
  }
}

/** What runs that were killed have left of this folder; the lock says that nobody else works on it. */
async function removeLeftovers(parent: string, name: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(`${name}.partial-`)) continue
    await rm(join(parent, entry), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function lock(file: string): Promise<() => Promise<void>> {
  // A linked file appears with its content, so no process ever sees a lock without the id of its owner.
  const own = `${file}-${randomUUID()}`
  await writeFile(own, String(process.pid))
  while (!(await linked(own, file))) {
    const owner = Number(await readFile(file, 'utf8').catch(() => String(process.pid)))
    if (!isRunning(owner)) await rm(file, { force: true })
    else await wait(200)
  }
  await rm(own)
  return () => rm(file, { force: true })
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
