/** What `fetch` is given to send a request, with JSON unless there is no body. */
export function sent(method: string, body?: unknown): RequestInit {
  if (body === undefined) return { method }
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
