import type { Endpoint, OperationName } from '../endpoints.ts'
import type { PlainReply, PlainRequest } from '../http/plain.ts'
import type { Warning } from '../http/warning.ts'
import type { PostId } from '../model/post.ts'
import type { World } from '../world/world.ts'

/** One request in a world, with its target. */
export interface RequestContext extends Route {
  readonly request: PlainRequest
  readonly world: World
  /** Where the request goes beyond the interface document; more are added while it is processed. */
  readonly warnings: Warning[]
}

export type Perform<Context = RequestContext> = (context: Context) => PlainReply | Promise<PlainReply>

/** The target of a request: an operation, a path of the document with another method, or an unknown path. */
export interface Route {
  readonly operation: OperationName | undefined
  readonly path: Endpoint['path'] | undefined
  /** The text of the id in the path; empty for none. */
  readonly idText: string
  /** The id in the path; undefined if there is none or it is not an int64. */
  readonly id: PostId | undefined
}
