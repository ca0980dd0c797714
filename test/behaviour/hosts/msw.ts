import { setupServer } from 'msw/node'
import { createMockFor } from './core.ts'
import { fetchSkips, sendByFetch } from './fetch.ts'
import type { Host } from './host.ts'
import { sendByNodeHttp } from './node-http.ts'

const base = 'http://api.example.com/v1'

/** MSW's `setupServer` with the mock's handlers, and a client that it intercepts. */
function mswHost(name: string, skips: Host['skips'], send: typeof sendByNodeHttp): Host {
  return {
    name,
    skips,
    open(profile) {
      const mock = createMockFor(profile, base)
      const server = setupServer(...mock.handlers)
      server.listen()
      return {
        profile,
        base,
        send: (step) => send(base, step),
        reset: () => mock.reset(),
        close: () => server.close(),
      }
    },
  }
}

export const mswFetchHost = mswHost('msw with fetch', fetchSkips, (base, step) =>
  sendByFetch(fetch, base, step),
)

export const mswHttpHost = mswHost(
  'msw with node:http',
  { 'body-on-get': 'MSW hands a GET on as a Request of the Fetch Standard, which lets it have no body' },
  sendByNodeHttp,
)
