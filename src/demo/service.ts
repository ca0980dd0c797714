/** A post as this page has it: the id is text, as an int64 does not fit a number. */
export interface Post {
  readonly id: string
  readonly title: string
  readonly content: string
}

export type PostFields = Omit<Post, 'id'>

const base = document.querySelector<HTMLMetaElement>('meta[name="posts-base"]')?.content

export async function listPosts(): Promise<readonly Post[]> {
  const { body } = await ask('GET', '/posts')
  if (!Array.isArray(body)) throw new Error('The service sent no list of posts.')
  return body as Post[]
}

export async function readPost(id: string): Promise<Post> {
  return (await ask('GET', `/posts/${id}`)).body as Post
}

/**
 * Replaces a post, or without an id creates one.
 * @returns its id; undefined where the service does not tell that of a new post.
 */
export async function savePost(id: string | undefined, fields: PostFields): Promise<string | undefined> {
  const [method, path] = id === undefined ? ['POST', '/posts'] : ['PUT', `/posts/${id}`]
  const { body, place } = await ask(method, path, fields)
  return id ?? Object(body).id ?? place?.match(/-?\d+(?=\/?$)/)?.[0]
}

export async function deletePost(id: string): Promise<void> {
  await ask('DELETE', `/posts/${id}`)
}

async function ask(method: string, path: string, fields?: PostFields) {
  const sent = fields && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  }
  const { response, text } = await fetch(base + path, { method, ...sent })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch(() => {
      throw new Error('The service cannot be reached.')
    })
  const body = read(text)
  // What the service says itself comes along, where it says something.
  if (!response.ok)
    throw new Error(
      `The service answered ${response.status}. ${Object(body).detail ?? Object(body).message ?? ''}`,
    )
  return { body, place: response.headers.get('location') }
}

/**
 * Reads JSON with every id as text, so that none is rounded: 9007199254740993 would be …992 as a number. Inside a string
 * a quotation mark has a backslash before it, so only fields are met.
 */
function read(json: string): unknown {
  try {
    return JSON.parse(json.replace(/"id"\s*:\s*(-?\d+)/g, '"id":"$1"'))
  } catch {
    return undefined
  }
}
