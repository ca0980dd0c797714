import { parseCookie } from 'undici'
import type { Clock } from './clock.ts'

/** The cookies of a service, sent back as a browser does (RFC 6265): a load balancer may know a client by one. */
export class CookieJar {
  readonly #cookies = new Map<string, string>()
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Keeps those that a reply sets, in its Set-Cookie headers, and drops those that it ends. */
  keep(setCookies: string | readonly string[] = []): void {
    for (const text of [setCookies].flat()) {
      const { name, value, maxAge = 1, expires } = parseCookie(text) ?? {}
      if (name === undefined || value === undefined) continue
      const isOver = maxAge <= 0 || (expires !== undefined && Number(expires) <= this.#clock.now())
      if (isOver) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  /** The Cookie header of a request. @param given that of the user, which goes first. */
  header(given: string | undefined): { readonly cookie?: string } {
    const own = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    const all = [...(given === undefined ? [] : [given]), ...own]
    return all.length === 0 ? {} : { cookie: all.join('; ') }
  }
}
