import type { PlainReply, PlainRequest } from '../http/plain.ts'
import { refusal } from '../http/refusal.ts'
import type { Warning } from '../http/warning.ts'
import type { OperationName } from '../model/operation-name.ts'
import type { PostId } from '../model/post.ts'
import type { World } from '../world/world.ts'

/** One request in a world, with its target. */
export interface RequestContext extends Route {
  readonly request: PlainRequest
  readonly world: World
  /** Where the request goes beyond the interface document; more are added while it is processed. */
  readonly warnings: Warning[]
}

/** An operation of the interface document. */
export interface Operation {
  readonly name: OperationName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: '/posts' | '/posts/:id'
  readonly perform: (context: RequestContext) => PlainReply | Promise<PlainReply>
}

/** The target of a request: an operation, a path of the document with another method, or an unknown path. */
export interface Route {
  readonly operation: Operation | undefined
  readonly path: Operation['path'] | undefined
  /** The text of the id in the path; empty for none. */
  readonly idText: string
  /** The id in the path; undefined if there is none or it is not an int64. */
  readonly id: PostId | undefined
}

/** Performs an operation on one post; an id that is not an int64 is refused (choice `id.malformed`). */
export function withId(
  perform: (context: RequestContext & { readonly id: PostId }) => PlainReply | Promise<PlainReply>,
): Operation['perform'] {
  return (context) => {
    const { id, idText, world } = context
    if (id !== undefined) return perform({ ...context, id })
    const detail = `The id ${JSON.stringify(idText)} is not an int64 integer.`
    return refusal(world.profile, world.profile['id.malformed'], detail)
  }
}
