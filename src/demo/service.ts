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

/** Where the service is: `?base=` in the address of the page, or what the page says in its head. */
const asked = new URLSearchParams(location.search).get('base')
const stated = document.querySelector<HTMLMetaElement>('meta[name="posts-base"]')?.content
const base = (asked ?? stated ?? '/v1').replace(/\/$/, '')

export async function listPosts(): Promise<readonly Post[]> {
  const { body } = await ask('GET', '/posts')
  if (!Array.isArray(body)) throw new Problem('The service sent no list of posts.')
  return body as Post[]
}

export async function readPost(id: string): Promise<Post> {
  return (await ask('GET', `/posts/${id}`)).body as Post
}

/** @returns the id of the new post, where the service tells it. */
export async function createPost(fields: PostFields): Promise<string | undefined> {
  const { body, place } = await ask('POST', '/posts', fields)
  if (typeof body === 'object' && body !== null && 'id' in body) return String(body.id)
  return place?.match(/-?\d+(?=\/?$)/)?.[0]
}

/** The document shows no reply: the list says what the post is now. */
export async function replacePost(id: string, fields: PostFields): Promise<void> {
  await ask('PUT', `/posts/${id}`, fields)
}

/** A post that is gone already is as good as deleted. */
export async function deletePost(id: string): Promise<void> {
  try {
    await ask('DELETE', `/posts/${id}`)
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 410)) throw error
  }
}

async function ask(method: string, path: string, fields?: PostFields) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(base + path, {
    method,
    ...(fields && { headers, body: JSON.stringify(fields) }),
  })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch(() => undefined)
  if (!reply) throw new Problem('The service cannot be reached.')
  const { response, text } = reply
  if (!response.ok) throw new Problem(sentenceFor(response.status, text), response.status)
  return { body: text === '' ? undefined : read(text), place: response.headers.get('location') }
}

/**
 * Reads JSON with every id as text, so that none is rounded: 9007199254740993 would be …992 as a number. Inside a string
 * a quotation mark has a backslash before it, so only fields are met.
 */
function read(json: string): unknown {
  try {
    return JSON.parse(json.replace(/"id"\s*:\s*(-?\d+)/g, '"id":"$1"'))
  } catch {
    throw new Problem('The service sent something that cannot be read.')
  }
}

/** What the service says itself comes along, where it says something. */
function sentenceFor(status: number, text: string): string {
  const general = status === 404 ? 'This post does not exist.' : `The service answered ${status}.`
  try {
    const { detail, message } = JSON.parse(text)
    const own = detail ?? message
    return typeof own === 'string' && own !== '' ? `${general} It says: ${own}` : general
  } catch {
    return general
  }
}
