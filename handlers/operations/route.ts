import { type Endpoint, endpoints, type OperationName, operationNames } from '../endpoints.ts'
import { decoded } from '../http/base-url.ts'
import type { PlainReply, PlainRequest } from '../http/plain.ts'
import type { Warning } from '../http/warning.ts'
import { type PostId, parsePostId } from '../model/post.ts'
import type { World } from '../world/world.ts'

/** The target of a request: an operation, a path of the document with another method, or an unknown path. */
export interface Route {
  readonly operation: OperationName | undefined
  readonly path: Endpoint['path'] | undefined
  /** The text of the id in the path; empty for none. */
  readonly idText: string
  /** The id in the path; undefined if there is none or it is not an int64. */
  readonly id: PostId | undefined
}

/** One request in a world, with its target. */
export interface RequestContext extends Route {
  readonly request: PlainRequest
  readonly world: World
  /** Where the request goes beyond the interface document; more are added while it is processed. */
  readonly warnings: Warning[]
}

export type Perform<Context = RequestContext> = (context: Context) => PlainReply | Promise<PlainReply>

/** The methods of a path of the document, as in an Allow header. */
export function allowedMethods(path: Endpoint['path']): string {
  const ofPath = Object.values(endpoints).filter((endpoint) => endpoint.path === path)
  return [...ofPath.map(({ method }) => method), 'HEAD', 'OPTIONS'].join(', ')
}

const nowhere: Route = { operation: undefined, path: undefined, idText: '', id: undefined }

/**
 * Finds the operation of a method and a path below the base address. Path segments are compared percent-decoded and
 * case-sensitively; one slash at the end is ignored. HEAD is handled like GET.
 */
export function findRoute(method: string, sentPath: string): Route {
  const target = sentPath.length > 1 && sentPath.endsWith('/') ? sentPath.slice(0, -1) : sentPath
  const [root, collection, idText, ...deeper] = target.split('/').map(decoded)
  if (root !== '' || collection !== 'posts' || idText === '' || deeper.length > 0) return nowhere
  const path = idText === undefined ? '/posts' : '/posts/:id'
  const asked = method === 'HEAD' ? 'GET' : method
  const operation = operationNames.find(
    (name) => endpoints[name].path === path && endpoints[name].method === asked,
  )
  return { operation, path, idText: idText ?? '', id: parsePostId(idText ?? '') }
}
