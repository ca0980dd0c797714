import { breaking } from '../fault.ts'
import type { Change } from '../provider.ts'

/** Operations that do not lie under the address that ends in v1: all that a client sees is that each is not there. */
export const versionFaults = [
  ...breaking('read.ok', {
    'read-at-the-root-only': [
      'Single posts are read without the version in the path.',
      atAnotherPath('GET', /^\/v1(\/posts\/.*)/),
    ],
  }),
  ...breaking('create.adds', {
    'create-at-v2-only': [
      'Posts are created under v2, and only read under v1.',
      atAnotherPath('POST', /^\/v1(\/posts)/),
    ],
  }),
  ...breaking('replace.whole', {
    'replace-at-another-path-only': [
      'Posts are replaced under /post, without the s.',
      atAnotherPath('PUT', /^\/v1(\/posts\/.*)/),
    ],
  }),
  ...breaking('delete.removes', {
    'delete-at-another-path-only': [
      'Posts are deleted under /posts/{id}/delete.',
      atAnotherPath('DELETE', /^\/v1(\/posts\/.*)/),
    ],
  }),
]

/** Finds nothing where the document has an operation. */
function atAnotherPath(method: string, path: RegExp): Change {
  return (_provider, correct) => ({
    route: (call) =>
      call.method === method && path.test(call.path)
        ? correct.problem(404, 'Nothing is here.')
        : correct.route(call),
  })
}
