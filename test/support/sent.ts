/** The options with which `fetch` sends a request: with JSON, if there is a body. */
export function sent(method: string, body?: unknown): RequestInit {
  if (body === undefined) return { method }
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
