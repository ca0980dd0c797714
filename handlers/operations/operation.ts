import type { PlainReply, PlainRequest } from '../http/plain.ts'
import type { Warning } from '../http/warning.ts'
import type { World } from '../world/world.ts'
import type { Route } from './route.ts'

/** One request in a world, with its target. */
export interface RequestContext extends Route {
  readonly request: PlainRequest
  readonly world: World
  /** Where the request goes beyond the interface document; more are added while it is processed. */
  readonly warnings: Warning[]
}

export type Perform<Context = RequestContext> = (context: Context) => PlainReply | Promise<PlainReply>
