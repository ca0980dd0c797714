import { parseJson } from '../../handlers/model/json.ts'

/** A request as a hostile provider sees it. */
export interface Call {
  readonly method: string
  /** Below the base address, with its query: `/posts/7`. */
  readonly path: string
  readonly body: string
  /** How many calls came before. */
  readonly index: number
}

/** A reply that is not sent yet: a hostile provider changes it first. */
export interface Draft {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer
}

export interface HonestPost {
  id: number
  title: string
  content: string
}

/** A correct posts service: what a hostile provider is where it does not do harm. */
export class HonestPosts {
  readonly posts = new Map<number, HonestPost>()
  #next = 1

  constructor(count: number) {
    for (let at = 0; at < count; at++) this.add(`Post ${at}`, `The content of post ${at}.`)
  }

  add(title: string, content: string): HonestPost {
    const post = { id: this.#next++, title, content }
    this.posts.set(post.id, post)
    return post
  }

  answer({ method, path, body }: Call): Draft {
    const [pathname = ''] = path.split('?')
    const id = Number(/^\/posts\/(-?\d+)$/.exec(pathname)?.[1] ?? Number.NaN)
    const post = this.posts.get(id)
    if (pathname !== '/posts' && Number.isNaN(id)) return draft(404, { message: 'no such path' })
    if (method === 'GET' && pathname === '/posts') return draft(200, [...this.posts.values()])
    if (method === 'GET') return post ? draft(200, post) : draft(404, { message: 'no such post' })
    if (method === 'DELETE' && post) this.posts.delete(id)
    if (method === 'DELETE') return post ? draft(204) : draft(404, { message: 'no such post' })
    if (!['POST', 'PUT'].includes(method)) return draft(405, { message: 'not allowed' })
    const fields = fieldsIn(body)
    if (!fields) return draft(400, { message: 'not a post' })
    if (method === 'POST') return draft(201, this.add(fields.title, fields.content))
    if (!post) return draft(404, { message: 'no such post' })
    Object.assign(post, fields)
    return draft(200, post)
  }
}

export function draft(status: number, value?: unknown): Draft {
  if (value === undefined) return { status, headers: {}, body: '' }
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

function fieldsIn(body: string): { title: string; content: string } | undefined {
  try {
    const value = parseJson(body)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const { title, content } = value
    return typeof title === 'string' && typeof content === 'string' ? { title, content } : undefined
  } catch {
    return undefined
  }
}
