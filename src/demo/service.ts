/** A post as this page has it: the id is text, as an int64 does not fit a number. */
export interface Post extends PostFields {
  readonly id: string
}

export interface PostFields {
  readonly title: string
  readonly content: string
}

/** A problem with a sentence for the user. */
export class Problem extends Error {
  /** 0 where there was no answer. */
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

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

/**
 * Reads JSON with every id as text, so that none is rounded: 9007199254740993 would be …992 as a number. Inside a string
 * a quotation mark has a backslash before it, so only fields are met.
 */
function readWithIds(json: string): unknown {
  return JSON.parse(json.replace(/"id"\s*:\s*(-?\d+)/g, '"id":"$1"'))
}

const meanings: Readonly<Record<number, string>> = {
  400: 'The service does not take this as it is.',
  401: 'You have to sign in first.',
  403: 'You are not allowed to do this.',
  404: 'This post does not exist any more.',
  409: 'Somebody else was faster. Look again, and repeat it.',
  410: 'This post does not exist any more.',
  413: 'This is too long for the service.',
  422: 'The service does not take this as it is.',
  429: 'Too many requests. Wait a moment.',
  503: 'The service is busy. Try again in a moment.',
}

/** Makes a sentence of an error reply; what it says itself comes first, whatever shape it has. */
function problemOf(status: number, body: string): Problem {
  const own = ownWords(body)
  const general = meanings[status] ?? (status >= 500 ? 'The service failed.' : 'The service refused.')
  return new Problem(own === undefined ? `${general} (${status})` : `${general} It says: ${own}`, status)
}

function problemOfNetwork(error: unknown): Problem {
  const isSlow = error instanceof DOMException && error.name === 'TimeoutError'
  return new Problem(isSlow ? 'The service takes too long.' : 'The service cannot be reached.')
}

function ownWords(body: string): string | undefined {
  try {
    const { detail, message } = JSON.parse(body)
    const words = detail ?? message
    return typeof words === 'string' && words !== '' ? words : undefined
  } catch {
    return undefined
  }
}
