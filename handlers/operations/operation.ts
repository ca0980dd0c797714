import type { PlainReply, PlainRequest } from '../http/plain.ts'
import type { Warning } from '../http/warning.ts'
import type { OperationName } from '../model/operation-name.ts'
import type { PostId } from '../model/post.ts'
import type { World } from '../world/world.ts'

/** One request on its way through one world. */
export interface RequestContext {
  readonly request: PlainRequest
  readonly world: World
  /** The id in the path; undefined where the path has none, or one that no post can have. */
  readonly id: PostId | undefined
  /** The id as the path has it; empty where the path has none. */
  readonly idText: string
  /** What the request does that the interface document does not promise; grows along the way. */
  readonly warnings: Warning[]
}

/** An operation: a pure function from a request and the world it belongs to, to a reply. */
export interface Operation {
  readonly name: OperationName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: '/posts' | '/posts/:id'
  readonly perform: (context: RequestContext) => PlainReply | Promise<PlainReply>
}

/** Where a request leads: to an operation, to a path of the document by another method, or nowhere. */
export interface Route {
  readonly operation: Operation | undefined
  readonly path: Operation['path'] | undefined
  /** The id as the path has it; empty where there is none. */
  readonly idText: string
  readonly id: PostId | undefined
  /** Why the text is not an id. */
  readonly idFault: 'malformed' | 'out-of-range' | undefined
}
