import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { InlineConfig } from 'vite'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { PostsService, type PostsServiceOptions } from '../server/posts-service.ts'

/** How long a restart waits for pending replies, in milliseconds: a body may never end. */
const restartTimeout = 1_000

/** A service that survives restarts of the dev server: Vite creates a new server when its configuration changes. */
interface Running {
  service: PostsService
  /** Settles after a restart. */
  ready: Promise<void>
  /** The pending replies. */
  readonly answering: Set<Promise<unknown>>
  users: number
  /** The options of the initial posts, as JSON. */
  begun: string
}

/** By the object that Vite passes from a dev server to the one that replaces it. */
const running = new WeakMap<InlineConfig, Running>()

/** One use of a shared service. */
export interface SharedService {
  readonly service: PostsService
  /** Replies, after a pending restart. */
  reply(request: IncomingMessage, response: ServerResponse): Promise<PlainReply | undefined>
  /** Ends this use; the last one closes the service. */
  leave(): Promise<void>
}

/**
 * Opens the service of a dev server. If it replaces another server, it takes over the posts, unless the options of the initial
 * posts have changed; requests wait during the restart.
 *
 * @throws UnderstudyError as {@link PostsService.open} does.
 */
export async function useService(owner: InlineConfig, options: PostsServiceOptions): Promise<SharedService> {
  const begun = stringifyJson([options.posts, options.seed])
  const before = running.get(owner)
  const entry = before ? await restart(before, begun, options) : await begin(begun, options)
  running.set(owner, entry)
  entry.users++
  let isHere = true
  return {
    get service() {
      return entry.service
    },
    async reply(request, response) {
      await entry.ready
      const reply = entry.service.host.reply(request, response)
      entry.answering.add(reply)
      return await reply.finally(() => entry.answering.delete(reply))
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
  return { service, ready: Promise.resolve(), answering: new Set(), users: 0, begun }
}

async function restart(entry: Running, begun: string, options: PostsServiceOptions): Promise<Running> {
  const former = entry.service
  const { promise, resolve } = Promise.withResolvers<void>()
  entry.ready = promise
  try {
    former.release()
    // The released requests finish now.
    await Promise.race([
      Promise.allSettled(entry.answering),
      pause(restartTimeout, undefined, { ref: false }),
    ])
    await former.close()
    const next = await begin(begun, options)
    if (options.dataFile === undefined && begun === entry.begun)
      next.service.worlds.base.store.restore(former.worlds.base.store.snapshot())
    return Object.assign(entry, { service: next.service, begun })
  } catch (error) {
    // Vite keeps the former server if a new one cannot start.
    await former.keep()
    throw error
  } finally {
    resolve()
  }
}
