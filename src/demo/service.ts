import { type Post, type PostFields, readWithIds } from './post.ts'
import { Problem, problemOf, problemOfNetwork } from './problem.ts'

/** How long the page waits for an answer, in milliseconds. */
const patience = 15_000

/**
 * The posts service, as far as its document goes: what the document leaves open is taken as it comes. A write may answer
 * with the post, a part of it or nothing at all, so the list is loaded again.
 */
export class PostsService {
  readonly #base: string

  /** @param base without a slash at its end, such as `/v1`. */
  constructor(base: string) {
    this.#base = base
  }

  async list(): Promise<readonly Post[]> {
    const posts = await this.#ask('GET', '/posts')
    if (!Array.isArray(posts.body)) throw new Problem('The service sent no list of posts.')
    return posts.body as Post[]
  }

  async read(id: string): Promise<Post> {
    return (await this.#ask('GET', `/posts/${id}`)).body as Post
  }

  /** @returns the id of the new post, where the service tells it. */
  async create(fields: PostFields): Promise<string | undefined> {
    const { body, location } = await this.#ask('POST', '/posts', fields)
    if (typeof body === 'object' && body !== null && 'id' in body) return String(body.id)
    return location?.match(/-?\d+(?=\/?$)/)?.[0]
  }

  async replace(id: string, fields: PostFields): Promise<void> {
    await this.#ask('PUT', `/posts/${id}`, fields)
  }

  /** A post that is gone already is as good as deleted. */
  async delete(id: string): Promise<void> {
    try {
      await this.#ask('DELETE', `/posts/${id}`)
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 410)) throw error
    }
  }

  async #ask(method: string, path: string, fields?: PostFields) {
    const content = fields && {
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    }
    let response: Response
    let text: string
    try {
      response = await fetch(this.#base + path, { method, signal: AbortSignal.timeout(patience), ...content })
      text = await response.text()
    } catch (error) {
      throw problemOfNetwork(error)
    }
    if (!response.ok) throw problemOf(response.status, text)
    return { body: bodyOf(text), location: response.headers.get('location') ?? undefined }
  }
}

/** Where the service is: `?base=` in the address of the page, or what the page says in its head. */
export function baseOfPage(): string {
  const asked = new URLSearchParams(location.search).get('base')
  const stated = document.querySelector<HTMLMetaElement>('meta[name="posts-base"]')?.content
  return (asked ?? stated ?? '/v1').replace(/\/$/, '')
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return readWithIds(text)
  } catch {
    throw new Problem('The service sent something that cannot be read.')
  }
}
