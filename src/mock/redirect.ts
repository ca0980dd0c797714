/** The most redirects that a client follows. */
export const mostRedirects = 20

/**
 * The request with which a client follows a redirect (Fetch Standard, section 4.4); undefined where the response is none, or asks
 * for the same body again.
 */
export function redirected(request: Request, { status, headers }: Response): Request | undefined {
  const location = headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined
  const { method, url, signal } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const becomesGet = status === 303 || (status < 303 && method === 'POST')
  if (!isRead && !becomesGet) return undefined
  return new Request(new URL(location, url), {
    method: isRead ? method : 'GET',
    headers: request.headers,
    signal,
  })
}
