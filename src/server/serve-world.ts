import type { World } from '../../handlers/world/world.ts'
import { HttpServer } from './http-server.ts'
import { limits } from './limits.ts'
import { PostsHost } from './posts-host.ts'
import { Worlds } from './worlds.ts'

/** A world that is answered on a port. */
export interface ServedWorld {
  /** The base address, such as `http://127.0.0.1:41234/v1`. */
  readonly url: string
  /** Waits for requests in progress. */
  close(): Promise<void>
}

/** Answers a world on a free port of this machine, without a control API. */
export async function serveWorld(world: World, basePath: string): Promise<ServedWorld> {
  const worlds = new Worlds(world, limits.worldTtl)
  const host = new PostsHost({ worlds, basePath, others: [], keeping: (_world, task) => task() })
  const http = new HttpServer({
    reply: (request, response) => host.reply(request, response),
    takesBody: () => true,
  })
  const origin = await http.listen(0, '127.0.0.1')
  return { url: origin + basePath, close: () => http.close() }
}
