/** The statuses of a redirect (Fetch Standard, section 2.2.3). */
const redirects = [301, 302, 303, 307, 308]

/** The headers of a body, which a request without one does not have. */
const ofBody = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']

/** The most redirects that a client follows. */
export const mostRedirects = 20

/**
 * The request with which a client follows a redirect (Fetch Standard, section 4.4); undefined where the response is none, or
 * where it asks for the same body again.
 */
export function redirected(request: Request, { status, headers }: Response): Request | undefined {
  const location = headers.get('location')
  if (!redirects.includes(status) || location === null) return undefined
  const { method, url, signal } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const becomesGet = status === 303 || (status < 303 && method === 'POST')
  if (!isRead && !becomesGet) return undefined
  const sent = new Headers(request.headers)
  for (const name of ofBody) sent.delete(name)
  return new Request(new URL(location, url), { method: isRead ? method : 'GET', headers: sent, signal })
}
