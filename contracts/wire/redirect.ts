import type { ReceivedReply } from '../spec/exchange.ts'
import { headerOf, isRead, type RawReply } from './messages.ts'

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** A path with a slash at its end, before the query. */
export function withSlash(path: string): string {
  return path.replace(/\/?(?=\?|$)/, '/')
}

/**
 * Whether a redirect (RFC 9110, section 15.4) only adds a slash at the end of the path: it is followed. Another path
 * may be another post, and another host must not get credentials or writes. Of a write only 307 and 308 are followed:
 * clients turn it into a GET after the others.
 */
export function addsSlash(method: string, address: string, { status, headers }: RawReply): boolean {
  const location = headerOf(headers, 'location')
  const isMeant = isRead(method) ? isRedirect(status) && status !== 303 : status === 307 || status === 308
  if (!isMeant || location === undefined || !URL.canParse(location, address)) return false
  const followed = new URL(location, address).href
  return followed !== new URL(address).href && followed === new URL(withSlash(address)).href
}

/** Whether a reply says that its port expects https, as servers do: there is no status for it. */
export function expectsHttps({ status, body }: Pick<ReceivedReply, 'status' | 'body'>): boolean {
  return status === 400 && /\bHTTPS\b|\bSSL\b/i.test(body.slice(0, 2000))
}

/** A location without credentials, query and fragment, which may hold a token. */
export function shownLocation(location: string | undefined, address: string): string {
  if (location === undefined) return 'no location'
  if (!URL.canParse(location, address)) return 'an invalid address'
  const { origin, pathname } = new URL(location, address)
  return origin + pathname
}
