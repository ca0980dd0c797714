import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/listen.ts'
import { onceInCache } from '../support/once-in.ts'
import type { RunningProgram } from '../support/run-program.ts'

/** A stack that nobody here wrote, with its default settings, which can be installed and started on this machine. */
export type RealProvider = ReturnType<typeof realProvider>

/** What makes a provider out of a stack. */
export interface ProviderRecipe {
  /** One word, also used on the command line. */
  name: string
  /** The exact version that is installed and that README.md describes. */
  version: string
  /** What it is and whose example or generator made it, in one sentence. */
  about: string
  /** Puts the stack into an empty folder, once. */
  install(folder: string): Promise<void>
  /** Makes the working folder of one run ready; `folder` is thrown away afterwards. */
  prepare(folder: string, installed: string): Promise<void>
  /** Starts the program that serves on 127.0.0.1 at the port. */
  serve(port: number, folder: string, installed: string): RunningProgram
}

export function realProvider(recipe: ProviderRecipe) {
  const { name, version, about } = recipe
  return {
    name,
    version,
    about,
    /**
     * Installs it when it is not in the cache, and starts it with no posts (or the fewest its documentation allows).
     * @returns url the base address, without a slash at the end; its end is that of the process, and of what it wrote.
     */
    async start() {
      const installed = await onceInCache(`${name}-${version}`, (folder) => recipe.install(folder))
      const folder = await mkdtemp(join(tmpdir(), `understudy-${name}-`))
      await using cleanUp = new AsyncDisposableStack()
      cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      await recipe.prepare(folder, installed)
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/v1`
      const running = cleanUp.use(recipe.serve(port, folder, installed))
      const isUp = await Promise.race([answers(`${url}/posts`), running.ended.then(() => false)])
      const { stdout, stderr } = running.printed
      if (!isUp) throw new Error(`Failed to start ${name} ${version}. Its output:\n${stdout}${stderr}`)
      const all = cleanUp.move()
      return { url, [Symbol.asyncDispose]: () => all.disposeAsync() }
    },
  }
}

/** How long a stack may take until it answers, in milliseconds; Rails needs two seconds when nothing else runs. */
const patience = 60_000

/** Waits until a service answers; false where it does not. */
async function answers(url: string): Promise<boolean> {
  const end = Date.now() + patience
  while (Date.now() < end)
    try {
      const options = { signal: AbortSignal.timeout(patience), headers: { connection: 'close' } }
      await (await fetch(url, options)).arrayBuffer()
      return true
    } catch {
      await wait(50)
    }
  return false
}
