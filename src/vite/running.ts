import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { InlineConfig } from 'vite'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { PostsService, type PostsServiceOptions } from '../server/posts-service.ts'

/** How long a change of the service waits for replies on their way, in milliseconds: a body may never end. */
const patience = 1_000

/** A service of one dev server after the other: Vite makes a new server when its configuration changes. */
interface Running {
  service: PostsService
  /** Settles once a change of the service is over. */
  ready: Promise<void>
  /** The replies on their way. */
  readonly answering: Set<Promise<unknown>>
  users: number
  /** What the first posts were made of. */
  begun: string
}

/** By the object that a dev server hands on to the one that takes its place. */
const running = new WeakMap<InlineConfig, Running>()

/** A place in a service that others may use as well. */
export interface Place {
  readonly service: PostsService
  /** Lets it answer, once it may be asked. */
  reply(request: IncomingMessage, response: ServerResponse): Promise<PlainReply | undefined>
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

async function succeed(entry: Running, begun: string, options: PostsServiceOptions): Promise<Running> {
  const former = entry.service
  const { promise, resolve } = Promise.withResolvers<void>()
  entry.ready = promise
  try {
    former.release()
    // What was let go writes its post now.
    await Promise.race([Promise.allSettled(entry.answering), pause(patience, undefined, { ref: false })])
    await former.close()
    const next = await begin(begun, options)
    if (options.dataFile === undefined && begun === entry.begun)
      next.service.worlds.base.store.restore(former.worlds.base.store.snapshot())
    return Object.assign(entry, { service: next.service, begun })
  } catch (error) {
    // The former server goes on: Vite keeps it where a new one cannot start.
    await former.keep()
    throw error
  } finally {
    resolve()
  }
}
