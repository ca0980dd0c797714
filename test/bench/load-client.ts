import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onceInCache } from '../providers/cache.ts'
import { installFromNpm } from '../providers/install.ts'

/** The load generator, in a version of which all figures of one table are. */
export const autocannonVersion = '9.0.0'

/** What is sent to a server. */
export interface Load {
  readonly url: string
  readonly connections: number
  /** How long; counts where there is no amount. */
  readonly seconds: number
  readonly amount?: number
  /** One request again and again, or all five operations in turn. */
  readonly exchange:
    | 'everything'
    | { method: string; headers?: Readonly<Record<string, string>>; body?: string }
}

/** What came back. */
export interface LoadResult {
  /** How many replies of class 2xx. */
  readonly answered: number
  readonly refused: number
  readonly lost: number
  readonly seconds: number
}

/** A process that loads servers. */
export interface LoadClient extends Disposable {
  /** @throws Error where anything but a reply of class 2xx came back. */
  run(load: Load): Promise<LoadResult>
}

/** Starts the load generator; installed at its first use, as the servers beside ours are: it is not a dependency. */
export async function startLoadClient(): Promise<LoadClient> {
  const folder = await onceInCache(`autocannon-${autocannonVersion}`, (into) =>
    installFromNpm(into, { autocannon: autocannonVersion }),
  )
  const child = fork(join(import.meta.dirname, 'load.ts'), [folder], { stdio: 'inherit' })
  const ended = once(child, 'exit').then(() => {
    throw new Error('Failed to load a server: the load generator has ended.')
  })
  ended.catch(() => {})
  return {
    async run(load) {
      child.send(load)
      const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoadResult]
      if (result.refused + result.lost > 0)
        throw new Error(`Failed to load ${load.url}: ${JSON.stringify(result)}.`)
      return result
    },
    [Symbol.dispose]() {
      child.kill()
    },
  }
}
