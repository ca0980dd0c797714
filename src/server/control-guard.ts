import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { refuse } from '../../handlers/http/refusal.ts'

/** Who may use the control API. */
export interface ControlGuardOptions {
  /** The given host of the server; undefined where another server checks the Host header. */
  readonly host: string | undefined
  /** Allowed origins of pages, such as `http://localhost:5173`; their hosts are also allowed as Host. */
  readonly allowOrigins: readonly string[]
  /** The required token, if any. */
  readonly token: string | undefined
}

/**
 * Refuses requests of other pages: any page in the user's browser can send requests to the server. The Origin header
 * shows another origin. With DNS rebinding the browser sees the same origin, but the Host header has the page's name; an
 * IP address cannot be rebound.
 */
export function refuseOtherPages({ host, allowOrigins }: ControlGuardOptions): MiddlewareHandler {
  const allowedHosts = [
    host?.toLowerCase(),
    'localhost',
    ...allowOrigins.map((each) => new URL(each).hostname),
  ]
  const isAllowed = (name: string) =>
    host === undefined || isIP(name) !== 0 || allowedHosts.includes(name) || name.endsWith('.localhost')
  return async ({ req }, next) => {
    const { hostname, origin: own } = new URL(req.url)
    const name = hostname.replace(/^\[(.*)\]$/, '$1')
    if (!isAllowed(name))
      return refuse(
        403,
        `The control API does not accept the host ${JSON.stringify(name)}. Use an IP address or localhost, or allow an origin of that host.`,
      )
    // A request for an image, for example, has no origin. Following a link is permitted.
    const isOther = /^(?:cross|same)-site$/.test(req.header('sec-fetch-site') ?? '')
    const isLink = req.header('sec-fetch-mode') === 'navigate'
    const origin = req.header('origin') ?? (isOther && !isLink ? 'another site' : own)
    if (origin === own || allowOrigins.includes(origin)) return await next()
    return refuse(
      403,
      `A page of ${origin} may not use the control API. Allow the origin with allowOrigins (--allow-origin).`,
    )
  }
}
