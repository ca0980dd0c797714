import { parseJson } from '../../handlers/model/json.ts'
import { sent } from '../support/sent.ts'

/* Clients of the service as people write them, each with what their tests check. They throw where a test would fail. */

export type Client = Readonly<Record<string, (fetch: typeof globalThis.fetch) => Promise<void>>>

export const base = 'https://api.example.com/v1'
const fields = { title: 'Tea', content: 'Kenya' }

export function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`The client failed: ${what}`)
}

/** A client with eight reliances, one in each test. */
export const plantedClient: Client = {
  async 'adds a post'(fetch) {
    const { status } = await fetch(`${base}/posts`, sent('POST', fields))
    check(status === 201, `not saved: ${status}`)
  },
  async 'opens the new post'(fetch) {
    const reply = await fetch(`${base}/posts`, sent('POST', fields))
    const post = await (await fetch(new URL(reply.headers.get('location') ?? '', `${base}/posts`))).json()
    check(post.title === 'Tea', 'another post')
  },
  async 'shows the new post'(fetch) {
    const post = await (await fetch(`${base}/posts`, sent('POST', fields))).json()
    check(post.title === 'Tea', 'no title')
  },
  async 'says why a post is missing'(fetch) {
    const problem = await (await fetch(`${base}/posts/99`)).json()
    check(problem.title === 'Not Found', 'no reason')
  },
  async 'has the newest post last'(fetch) {
    const posts = await (await fetch(`${base}/posts`)).json()
    check(posts.at(-1).id > posts[0].id, 'the oldest is last')
  },
  async 'begins with post 1'(fetch) {
    check((await fetch(`${base}/posts/1`)).ok, 'no post 1')
  },
  async 'draws three columns'(fetch) {
    const [post] = await (await fetch(`${base}/posts`)).json()
    check(Object.keys(post).length === 3, 'another number of fields')
  },
  async 'counts the posts'(fetch) {
    check((await (await fetch(`${base}/posts`)).json()).length === 12, 'some are missing')
  },
}

interface Post {
  readonly id: number | bigint
  readonly title: string
}

async function wholeList(fetch: typeof globalThis.fetch): Promise<Post[]> {
  const posts: Post[] = []
  for (let url: string | undefined = `${base}/posts`; url !== undefined; ) {
    const reply: Response = await fetch(url)
    // An id beyond 2^53 keeps its digits.
    posts.push(...(parseJson(await reply.text()) as unknown as Post[]))
    const next: string | undefined = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
    url = next === undefined ? undefined : new URL(next, base).href
  }
  return posts
}

async function somePost(fetch: typeof globalThis.fetch): Promise<string> {
  const [post] = await wholeList(fetch)
  return `${base}/posts/${post?.id}`
}

/** A client of the same size that copes with everything that the document permits. */
export const tolerantClient: Client = {
  async 'adds a post'(fetch) {
    const before = await wholeList(fetch)
    check((await fetch(`${base}/posts`, sent('POST', fields))).ok, 'not saved')
    const isNew = ({ id }: Post) => !before.some((each) => each.id === id)
    check(
      (await wholeList(fetch)).some((each) => isNew(each) && each.title === 'Tea'),
      'no new post',
    )
  },
  async 'replaces a post'(fetch) {
    const url = await somePost(fetch)
    check((await fetch(url, sent('PUT', fields))).ok, 'not saved')
    check((await (await fetch(url)).json()).title === 'Tea', 'another title')
  },
  async 'deletes a post, twice'(fetch) {
    const url = await somePost(fetch)
    check((await fetch(url, sent('DELETE'))).ok, 'not deleted')
    const { ok, status } = await fetch(url, sent('DELETE'))
    check(ok || status === 404 || status === 410, 'not gone')
  },
  async 'says that a post is missing'(fetch) {
    const url = await somePost(fetch)
    await fetch(url, sent('DELETE'))
    check((await fetch(url)).status === 404, 'still there')
  },
  async 'saves a post that is gone'(fetch) {
    const url = await somePost(fetch)
    await fetch(url, sent('DELETE'))
    await fetch(url, sent('PUT', fields))
  },
  async 'refuses an empty title'(fetch) {
    await fetch(`${base}/posts`, sent('POST', { title: '', content: '' }))
  },
  async 'counts the posts'(fetch) {
    check((await wholeList(fetch)).length === 12, 'some are missing')
  },
}
