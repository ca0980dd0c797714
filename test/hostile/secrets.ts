import { type Encoding, encodeWith, encodings } from '../support/encodings.ts'
import type { Script, Scripted } from '../support/scripted-server.ts'

/** Characters that act on a terminal or turn a text round, and text that a CI service or Markdown would act on. */
export const acting =
  '\u009b31m\u009d0;x\u0007\u001b[2J\u202e\u2066\u200f\ufeff\u2028\ud83d <img src=x> ![x](http://e.example/x) | `\n::error::planted\n##[error]planted'

/**
 * A provider that repeats every secret that it gets, with characters that act on their reader: in bodies, in names and values of headers,
 * in Location and in errors. It creates nothing, or answers as far as it must for the run to go on.
 */
export function echoing(
  secretsOf: (headers: Record<string, unknown>) => readonly string[],
  names: readonly Encoding[],
  draw: () => number,
): Script {
  const posts = new Map<number, { id: number; title: string; content: string }>()
  let next = 1
  return ({ method, path, headers, body }): Scripted => {
    const told = secretsOf(headers).map((secret) => encodeWith(names, secret, draw))
    const echo = told.join(' ')
    const asciiEcho = encodeURIComponent(echo)
    const token = /^[\w-]{4,60}$/.exec(told[0] ?? '')?.[0]
    const common = {
      'x-echo': asciiEcho,
      location: `/v1/elsewhere/${asciiEcho}`,
      ...(token ? { [token]: 'yes' } : {}),
      allow: `GET, ${asciiEcho}`,
    }
    const reply = (status: number, value: unknown) => ({
      status,
      headers: { 'content-type': 'application/json', ...common },
      body: value,
    })
    const error = (status: number) => reply(status, { message: `${acting} ${echo}`, [echo]: echo })
    const id = Number(/^\/v1\/posts\/(\d+)$/.exec(path)?.[1])
    const post = posts.get(id)
    if (path === '/v1/posts' && method === 'GET') return reply(200, [...posts.values()])
    if (path === '/v1/posts' && method === 'POST') {
      try {
        const { title, content } = JSON.parse(body) as { title: string; content: string }
        if (typeof title !== 'string' || typeof content !== 'string') return error(422)
        const made = { id: next++, title, content, seen: `${acting} ${echo}` }
        posts.set(made.id, made)
        return reply(201, made)
      } catch {
        return error(400)
      }
    }
    if (!post) return error(path.startsWith('/v1/posts/') ? 404 : 405)
    if (method === 'DELETE') {
      posts.delete(id)
      return reply(200, { deleted: echo, id })
    }
    // A fault that a report has to show: no post is ever replaced.
    return method === 'GET' ? reply(200, { ...post, seen: `${acting} ${echo}` }) : error(409)
  }
}

export { encodings }
