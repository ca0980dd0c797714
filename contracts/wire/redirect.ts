import type { ReceivedReply } from '../spec/exchange.ts'

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
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
