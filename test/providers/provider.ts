import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onceInCache } from '../support/once-in.ts'
import { freePort, type StartCommand, startProcess } from './provider-process.ts'

/** A stack that nobody here wrote, with its default settings, which can be installed and started on this machine. */
export interface RealProvider {
  /** One word, also used on the command line. */
  name: string
  /** The exact version that is installed and that README.md describes. */
  version: string
  /** What it is and whose example or generator made it, in one sentence. */
  about: string
  /** Installs it when it is not in the cache, and starts it with no posts (or the fewest its documentation allows). */
  start(): Promise<RunningProvider>
}

/** A provider that answers now. Its end is that of the whole process group, and of what it wrote. */
export interface RunningProvider extends AsyncDisposable {
  /** The base address; it ends in `/v1`, without a slash. */
  url: string
}

/** What makes a provider out of a stack. */
export interface ProviderRecipe extends Omit<RealProvider, 'start'> {
  /** Puts the stack into an empty folder, once. */
  install(folder: string): Promise<void>
  /** Makes the working folder of one run ready; `folder` is thrown away afterwards. */
  prepare(folder: string, installed: string): Promise<void>
  /** The command that serves on 127.0.0.1 at the port. */
  command(port: number, folder: string, installed: string): StartCommand
}

/** Makes a provider of a recipe. */
export function realProvider(recipe: ProviderRecipe): RealProvider {
  const { name, version, about } = recipe
  return {
    name,
    version,
    about,
    async start() {
      const installed = await onceInCache(`${name}-${version}`, (folder) => recipe.install(folder))
      const folder = await mkdtemp(join(tmpdir(), `understudy-${name}-`))
      await using cleanUp = new AsyncDisposableStack()
      cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      await recipe.prepare(folder, installed)
      const { url, end } = await startOnFreePort(`${name} ${version}`, (port) =>
        recipe.command(port, folder, installed),
      )
      cleanUp.defer(end)
      const all = cleanUp.move()
      return { url, [Symbol.asyncDispose]: () => all.disposeAsync() }
    },
  }
}

async function startOnFreePort(
  name: string,
  command: (port: number) => StartCommand,
  attempts = 3,
): Promise<{ url: string; end(): Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/v1`
  try {
    return { url, end: await startProcess(name, `${url}/posts`, command(port)) }
  } catch (error) {
    // Between our look and its bind another process may have taken the port.
    const taken = error instanceof Error && /EADDRINUSE|address already in use/i.test(error.message)
    if (!taken || attempts === 1) throw error
    return startOnFreePort(name, command, attempts - 1)
  }
}
