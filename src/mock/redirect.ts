import { type App, isPassthrough } from '../../handlers/app.ts'

/** The most redirects that a client follows (Fetch Standard, section 4.4). */
const mostRedirects = 20

/** The request that follows a redirect; undefined where the response is none, or asks for the same body again. */
export function redirected(request: Request, { status, headers }: Response): Request | undefined {
  const location = headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined
  const { method: before, url, signal } = request
  const isRead = before === 'GET' || before === 'HEAD'
  if (!isRead && status !== 303 && !(status < 303 && before === 'POST')) return undefined
  const method = isRead ? before : 'GET'
  return new Request(new URL(location, url), { method, headers: request.headers, signal })
}

/** Follows redirects within the mock. One that leads elsewhere is returned. */
export async function followRedirects(app: App, request: Request, response: Response) {
  let last = { request, response }
  for (let left = mostRedirects; left > 0; left--) {
    const next = redirected(last.request, last.response)
    const reply = next && (await app(next))
    if (!next || !reply || isPassthrough(reply)) break
    last = { request: next, response: reply }
  }
  return last
}
