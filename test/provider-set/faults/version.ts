import { breaking } from '../fault.ts'
import type { Change } from '../provider.ts'

/** Finds nothing where the document has an operation. */
function nothingAt(method: string, path: RegExp): Change {
  return (_provider, correct) => ({
    route: (call) =>
      call.method === method && path.test(call.path)
        ? correct.problem(404, 'Nothing is here.')
        : correct.route(call),
  })
}

/** Operations that lie at another address: under v2, say, or without a version. All that a client sees is that they are not there. */
export const versionFaults = breaking({
  'read.ok': { 'read-at-the-root-only': nothingAt('GET', /^\/v1(\/posts\/.*)/) },
  'create.adds': { 'create-at-v2-only': nothingAt('POST', /^\/v1(\/posts)/) },
  'replace.whole': { 'replace-at-another-path-only': nothingAt('PUT', /^\/v1(\/posts\/.*)/) },
  'delete.removes': { 'delete-at-another-path-only': nothingAt('DELETE', /^\/v1(\/posts\/.*)/) },
})
