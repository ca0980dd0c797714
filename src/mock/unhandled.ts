import type { BaseUrl } from '../../handlers/http/base-url.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'

/** How to handle a request that is not below the base URL; the option `onUnhandledRequest` says what each means. */
export type UnhandledRequest = 'bypass' | 'near-miss' | 'error'

const nearMiss = /\/posts(?:\/[^/]*)?\/?$/

/** What a mock does with requests that are not below its base URL. */
export interface UnhandledPolicy {
  readonly kind: UnhandledRequest
  /**
   * Returns if the request may go to the network; warns once of each address that is nearly one of the posts.
   * @throws UnderstudyError `OUTSIDE_BASE_URL`
   */
  apply(method: string, url: string): void
}

export function unhandledPolicy(kind: UnhandledRequest, { answered }: BaseUrl): UnhandledPolicy {
  const warned = new Set<string>()
  const apply = (method: string, url: string) => {
    const { origin, pathname } = new URL(url)
    const line = `${method} ${origin}${pathname}`
    const fact = `it is not below the base URL "${answered}"`
    if (kind === 'error')
      throw new UnderstudyError(
        'OUTSIDE_BASE_URL',
        `Failed to send ${line}: ${fact}. Change \`baseUrl\`, or let it out with \`onUnhandledRequest: 'bypass'\`.`,
      )
    if (kind === 'bypass' || !nearMiss.test(pathname) || warned.has(line)) return
    warned.add(line)
    console.warn(
      `[posts-understudy] ${line} looks like a request for posts and was left to the network: ${fact}. Change \`baseUrl\` if the mock is meant, or silence this with \`onUnhandledRequest: 'bypass'\`.`,
    )
  }
  return { kind, apply }
}
