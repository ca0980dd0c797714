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
 * Installs MSW's versions of `fetch` and `http.request`. They do not answer; they resolve relative addresses against the page
 * of a DOM test environment, and mark connections as HTTP, so that a slow body does not end the interception.
 *
 * MSW permits one owner of a patch, so a later `setupServer().listen()` of the user would fail. Therefore its interceptors are
 * disposed immediately, and only their functions are kept.
 *
 * @returns a function that removes them; patches that others have added on top stay.
 */
export function patchRequests(): () => void {
  const originals = patchable.map(([owner, name]) => owner[name])
  const patched = [...originals]
  for (const Interceptor of [FetchInterceptor, ClientRequestInterceptor]) {
    const interceptor = new Interceptor()
    try {
      interceptor.apply()
    } catch {
      // The user's setupServer is listening: its patches have the same effect.
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
