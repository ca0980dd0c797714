import type { InlineConfig } from 'vite'
import { stringifyJson } from '../json.ts'
import { PostsService, type PostsServiceOptions } from '../server/posts-service.ts'

/** A service of one dev server after the other: Vite makes a new server when its configuration changes. */
interface Running {
  service: PostsService
  /** Settles once a change of the service is over. */
  ready: Promise<void>
  users: number
  /** What the first posts were made of. */
  begun: string
}

/** By the object that a dev server hands on to the one that takes its place. */
const running = new WeakMap<InlineConfig, Running>()

/** A place in a service that others may use as well. */
export interface Place {
  /** The service of now. */
  readonly service: PostsService
  /** Settles once it may be asked. */
  readonly ready: Promise<void>
  /** Leaves; the last to do so closes the service. */
  leave(): Promise<void>
}

/**
 * Opens a service for a dev server. Where one is running for the server that this one takes the place of, its posts are
 * taken over, unless others are asked for to begin with; requests wait until that is done, so none is lost.
 *
 * @throws UnderstudyError as {@link PostsService.open} does.
 */
export async function takePlace(owner: InlineConfig, options: PostsServiceOptions): Promise<Place> {
  const begun = stringifyJson([options.posts, options.seed])
  const before = running.get(owner)
  const entry = before ? await succeed(before, begun, options) : await begin(begun, options)
  running.set(owner, entry)
  entry.users++
  let isHere = true
  return {
    get service() {
      return entry.service
    },
    get ready() {
      return entry.ready
    },
    async leave() {
      if (!isHere) return
      isHere = false
      entry.users--
      if (entry.users > 0) return
      running.delete(owner)
      await entry.service.close()
    },
  }
}

async function begin(begun: string, options: PostsServiceOptions): Promise<Running> {
  const service = await PostsService.open(options)
  await service.keep()
  return { service, ready: Promise.resolve(), users: 0, begun }
}

async function succeed(entry: Running, begun: string, options: PostsServiceOptions): Promise<Running> {
  const former = entry.service
  const { promise, resolve } = Promise.withResolvers<void>()
  entry.ready = promise
  try {
    await former.close()
    const snapshot = former.worlds.base.store.snapshot()
    const next = await begin(begun, options)
    if (options.dataFile === undefined && begun === entry.begun)
      next.service.worlds.base.store.restore(snapshot)
    return Object.assign(entry, { service: next.service, begun })
  } catch (error) {
    // The former server goes on: Vite keeps it where a new one cannot start.
    await former.keep()
    throw error
  } finally {
    resolve()
  }
}
