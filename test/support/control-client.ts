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

/** Reads server-sent events until one has come that a test waits for. */
export async function readEvents(response: Response, isLast: (text: string) => boolean): Promise<string> {
  const decoder = new TextDecoder()
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!isLast(text)) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text
}
