import { createApp } from '../../handlers/app.ts'
import type { BaseUrl } from '../../handlers/http/base-url.ts'
import type { World } from '../../handlers/world/world.ts'
import { refuse } from '../control/refuse.ts'
import { belowPath } from './below-path.ts'
import { listen, nodeListener } from './listen.ts'

/** A world that is answered on a port. */
export interface ServedWorld {
  /** The base address, such as `http://127.0.0.1:41234/v1`. */
  readonly url: string
  /** Waits for requests in progress. */
  close(): Promise<void>
}

/** Answers a world on a free port of this machine, without a control API. */
export async function serveWorld(world: World, { path: basePath }: BaseUrl): Promise<ServedWorld> {
  const app = createApp({ base: belowPath(basePath), world })
  const listener = nodeListener(
    async (request, env) => (await app(request, env)) ?? refuse(404, `The posts are at ${basePath}/posts.`),
  )
  const { origin, close } = await listen(listener, {})
  return { url: origin + basePath, close }
}
