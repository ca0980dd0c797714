import type { PostsServer } from '../../src/server.ts'

/** Calls the control API; the body is sent as the text it is, or as JSON. */
export async function callControl(
  server: PostsServer,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(server.controlUrl + path, {
    method,
    headers,
    ...(text !== undefined && { body: text }),
  })
  const reply = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text: reply,
    json: reply === '' ? undefined : JSON.parse(reply),
  }
}
