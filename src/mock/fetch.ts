import { connectionReset, createApp } from '../../handlers/app.ts'
import type { BaseUrl } from '../../handlers/http/base-url.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'

/**
 * A `fetch` that a world answers, without interception and network, for clients that accept a `fetch` function. It rejects
 * like the real one (TypeError for a lost connection, AbortError), and with `OUTSIDE_BASE_URL` for an address that is not
 * below the base URL. Relative addresses are relative to the page, or to `http://localhost`.
 */
export function createFetch(baseUrl: BaseUrl, world: World): typeof globalThis.fetch {
  const app = createApp({ base: baseUrl, world })
  return async (input, init) => {
    const request = new Request(input instanceof Request ? input : absolute(input), init)
    request.signal.throwIfAborted()
    const response = await app(request)
    if (!response) {
      throw new UnderstudyError(
        'OUTSIDE_BASE_URL',
        `Failed to fetch ${request.method} ${request.url}: it is not below the base URL "${baseUrl.text}". Change \`baseUrl\`, or send it with the real fetch.`,
      )
    }
    request.signal.throwIfAborted()
    if (response.type === 'error') throw new TypeError('fetch failed', { cause: connectionReset() })
    return Object.defineProperty(response, 'url', { value: request.url })
  }
}

function absolute(input: string | URL): string | URL {
  return URL.canParse(input) ? input : new URL(input, globalThis.location?.href ?? 'http://localhost')
}
