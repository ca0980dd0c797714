import { decoded } from '../model/decoded.ts'
import { parsePostId } from '../model/post.ts'
import { operations } from '../operations.ts'
import type { Route } from './operation.ts'

const nowhere: Route = { operation: undefined, path: undefined, idText: '', id: undefined }

/**
 * Finds the operation of a method and a path below the base address. Path segments are compared percent-decoded and
 * case-sensitively; one slash at the end is ignored. HEAD is handled like GET.
 */
export function findRoute(method: string, sentPath: string): Route {
  const [root, collection, idText, ...deeper] = sentPath
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .map(decoded)
  if (root !== '' || collection !== 'posts' || idText === '' || deeper.length > 0) return nowhere
  const path = idText === undefined ? '/posts' : '/posts/:id'
  const asked = method === 'HEAD' ? 'GET' : method
  const operation = operations.find((candidate) => candidate.path === path && candidate.method === asked)
  if (idText === undefined) return { ...nowhere, operation, path }
  const parsed = parsePostId(idText)
  return { operation, path, idText, id: 'id' in parsed ? parsed.id : undefined }
}
