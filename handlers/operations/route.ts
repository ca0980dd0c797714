import type { Profile } from '../choices/profile.ts'
import { decoded } from '../model/decoded.ts'
import { parsePostId } from '../model/post.ts'
import { operations } from '../operations.ts'
import type { Route } from './operation.ts'

const nowhere: Route = {
  operation: undefined,
  path: undefined,
  idText: '',
  id: undefined,
  idFault: undefined,
}

/** Finds the operation of a method and a path below the base address. Path segments are compared percent-decoded. */
export function findRoute(method: string, sentPath: string, profile: Profile): Route {
  const slashed = sentPath.length > 1 && sentPath.endsWith('/')
  if (slashed && profile['path.trailing-slash'] === 'unknown') return nowhere
  const [root, collection, idText, ...deeper] = (slashed ? sentPath.slice(0, -1) : sentPath)
    .split('/')
    .map(decoded)
  const isPosts =
    collection === 'posts' || (profile['path.case'] === 'served' && collection?.toLowerCase() === 'posts')
  if (root !== '' || !isPosts || idText === '' || deeper.length > 0) return nowhere
  const path = idText === undefined ? '/posts' : '/posts/:id'
  const asked = method === 'HEAD' && profile['method.head'] === 'as-get' ? 'GET' : method
  const operation = operations.find((candidate) => candidate.path === path && candidate.method === asked)
  if (idText === undefined) return { ...nowhere, operation, path }
  const plainId = profile['id.leading-zeros'] === 'same' ? idText.replace(/^(-?)0+(?=\d)/, '$1') : idText
  const parsed = parsePostId(plainId)
  return 'id' in parsed
    ? { ...nowhere, operation, path, idText, id: parsed.id }
    : { ...nowhere, operation, path, idText, idFault: parsed.fault }
}
