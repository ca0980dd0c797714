import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Numbers from 0 to 1 that a seed draws (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Post {
  readonly id: number
  readonly title: string
  readonly content: string
}

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What a provider can lie about. It keeps its posts honestly all the time. */
export const lies = [
  'body-id',
  'location',
  'body-without-id',
  'echo-mark',
  'list-omits',
  'list-empty',
  'list-fails',
  'list-swaps-texts',
  'read-shows-latest',
  'read-missing',
  'read-fails',
  'status',
  'write-redirect',
  'others-create',
  'others-reply',
  'ids-reused',
  'lost-reply',
] as const

/** `others-copy` is no lie: somebody else copies each post of the run at once. It is not drawn, but asked for. */
export type Lie = (typeof lies)[number] | 'others-copy'

/** A provider that lies, and remembers every write that reached a post of somebody else. */
export interface LyingProvider {
  readonly url: string
  /** Writes that changed posts which no create of the run has made. */
  readonly foreignWrites: readonly string[]
  /** How many posts of others are there still, of how many. */
  readonly others: () => { readonly left: number; readonly made: number }
  /** How many requests have come. */
  readonly requests: () => number
  /** Stops lying: what a run finds that comes later. */
  becomeHonest(): void
  close(): Promise<void>
}

/**
 * Starts an honest posts service in memory, with posts of others, that tells lies in its replies.
 *
 * @param told each with how often it is told, from 0 to 1, and from which request on.
 */
export async function startLyingProvider(
  told: ReadonlyMap<Lie, { readonly share: number; readonly from: number }>,
  random: () => number,
): Promise<LyingProvider> {
  const posts = new Map<number, Post>()
  const theirs = new Set<number>()
  const foreignWrites: string[] = []
  let made = 0
  let lastId = 0
  let requests = 0
  let isHonest = false
  let latest: Post | undefined

  const tells = (lie: Lie) => {
    const { share, from } = told.get(lie) ?? { share: 0, from: 0 }
    return !isHonest && requests >= from && random() < share
  }
  const nextId = () => {
    if (!told.has('ids-reused')) return ++lastId
    return Math.max(0, ...posts.keys()) + 1
  }
  const addTheirs = (title: string, content: string) => {
    const id = nextId()
    posts.set(id, { id, title, content })
    theirs.add(id)
    made++
  }
  const anyOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const aPostOfTheirs = () => anyOf([...theirs].filter((id) => posts.has(id))) ?? 1
  for (let count = 0; count < 3 + Math.floor(random() * 4); count++)
    addTheirs(`Their post ${count}`, 'Written long ago.')

  const lied = (post: Post): Post =>
    tells('echo-mark') && latest ? { ...post, content: latest.title } : post
  const list = (): Reply => {
    if (tells('list-fails')) return { status: 500, body: { error: 'no list' } }
    if (tells('list-empty')) return { status: 200, body: [] }
    const omits = tells('list-omits')
    const swaps = tells('list-swaps-texts')
    const shown = [...posts.values()].filter((post) => !omits || !theirs.has(post.id) || random() < 0.5)
    return {
      status: 200,
      body: shown.map((post) =>
        swaps && latest ? { ...latest, id: post.id } : theirs.has(post.id) ? lied(post) : post,
      ),
    }
  }
  const read = (id: number): Reply => {
    const post = posts.get(id)
    if (tells('read-fails')) return { status: 503, body: { error: 'not now' } }
    if (tells('read-missing')) return { status: 404, body: { error: 'none' } }
    if (tells('read-shows-latest') && latest) return { status: 200, body: { ...latest, id } }
    if (!post) return { status: 404, body: { error: 'none' } }
    return { status: 200, body: theirs.has(id) ? lied(post) : post }
  }
  const create = (fields: { title: string; content: string }): Reply => {
    const id = nextId()
    theirs.delete(id)
    const post = { id, ...fields }
    posts.set(id, post)
    latest = post
    if (tells('others-reply')) addTheirs(`Re: ${post.title}`, `An answer to ${post.title}`)
    if (told.has('others-copy')) addTheirs(post.title, post.content)
    const wrong = aPostOfTheirs()
    const named = tells('body-id') ? wrong : id
    const location = `/v1/posts/${tells('location') ? wrong : id}`
    const body = tells('body-without-id') ? undefined : { ...post, id: named }
    return { status: tells('status') ? 500 : 201, headers: { location }, body }
  }
  const change = (
    method: string,
    id: number,
    fields: { title: string; content: string } | undefined,
  ): Reply => {
    if (!posts.has(id)) return { status: 404, body: { error: 'none' } }
    if (theirs.has(id)) foreignWrites.push(`${method} /posts/${id} (request ${requests})`)
    const post = fields && { id, ...fields }
    if (post) posts.set(id, post)
    else posts.delete(id)
    if (post) latest = post
    return { status: tells('status') ? 500 : post ? 200 : 204, ...(post ? { body: post } : {}) }
  }
  const answer = (method: string, path: string, body: string): Reply => {
    requests++
    if (tells('others-create')) addTheirs(`Their later post ${made}`, 'Written meanwhile.')
    const id = /^\/v1\/posts\/(-?\d+)$/.exec(path)?.[1]
    if (path === '/v1/posts' && method === 'GET') return list()
    if (id !== undefined && method === 'GET') return read(Number(id))
    if (id !== undefined && (method === 'PUT' || method === 'DELETE') && tells('write-redirect'))
      return { status: 307, headers: { location: `/v1/posts/${aPostOfTheirs()}` } }
    if (method === 'DELETE' && id !== undefined) return change(method, Number(id), undefined)
    if (!['POST', 'PUT'].includes(method)) return { status: 405, body: { error: 'no' } }
    const fields = fieldsIn(body)
    if (!fields) return { status: 400, body: { error: 'Send a title and a content.' } }
    if (path === '/v1/posts' && method === 'POST') return create(fields)
    if (id !== undefined && method === 'PUT') return change(method, Number(id), fields)
    return { status: 404, body: { error: 'nothing here' } }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray().catch(() => [])).toString()
    const reply = answer(request.method ?? '', request.url ?? '', body)
    if (request.method === 'POST' && tells('lost-reply')) return void response.destroy()
    const text = reply.body === undefined ? undefined : JSON.stringify(reply.body)
    const headers = text === undefined ? {} : { 'content-type': 'application/json' }
    response
      .writeHead(reply.status, { ...headers, ...reply.headers })
      .end(request.method === 'HEAD' ? undefined : text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    foreignWrites,
    others: () => ({ left: [...theirs].filter((id) => posts.has(id)).length, made }),
    requests: () => requests,
    becomeHonest() {
      isHonest = true
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function fieldsIn(body: string): { title: string; content: string } | undefined {
  try {
    const { title, content } = JSON.parse(body) as { title?: unknown; content?: unknown }
    return typeof title === 'string' && typeof content === 'string' ? { title, content } : undefined
  } catch {
    return undefined
  }
}
