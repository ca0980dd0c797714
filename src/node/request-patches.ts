import http from 'node:http'
import https from 'node:https'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'

type Functions = Record<string, unknown>

const patchable = [
  [globalThis, 'fetch'],
  [http, 'ClientRequest'],
  [http, 'request'],
  [http, 'get'],
  [https, 'request'],
  [https, 'get'],
] as unknown as readonly (readonly [Functions, string])[]

/**
 * Puts MSW's versions of `fetch` and `http.request` in place. They answer nothing; they resolve a relative address
 * against the page of a DOM test environment, and mark a connection as one of HTTP, so that it is not let go when its
 * body is slow to come.
 *
 * MSW refuses to have two owners of a patch, so with its own way a `setupServer().listen()` of the user would fail
 * after ours. Therefore its interceptors are only asked for their functions and give the ownership back at once.
 *
 * @returns what takes them away again; whatever somebody else has put on top stays, and they do no harm below it.
 */
export function patchRequests(): () => void {
  const originals = patchable.map(([owner, name]) => owner[name])
  const patched = [...originals]
  for (const Interceptor of [FetchInterceptor, ClientRequestInterceptor]) {
    const interceptor = new Interceptor()
    try {
      interceptor.apply()
    } catch {
      // The user's own setupServer is listening: its patches do the same for us.
      continue
    }
    for (const [index, [owner, name]] of patchable.entries())
      if (owner[name] !== originals[index]) patched[index] = owner[name]
    interceptor.dispose()
  }
  for (const [index, [owner, name]] of patchable.entries())
    if (patched[index] !== originals[index]) owner[name] = patched[index]
  return () => {
    for (const [index, [owner, name]] of patchable.entries())
      if (owner[name] === patched[index]) owner[name] = originals[index]
  }
}
