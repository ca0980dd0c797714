import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { stringifyJson } from '../../handlers/model/json.ts'
import { parse } from './exact-json.ts'

/** A post as the provider keeps it; `extra` are fields beyond the document's that are shown beside the three. */
export interface Post {
  readonly id: bigint
  readonly title: string
  readonly content: string
  readonly extra?: Fields
}

export type Texts = Pick<Post, 'title' | 'content'>

/** What a client sent for a post: the two texts, and every field as it came. */
export interface PostInput extends Omit<Post, 'id'> {
  readonly fields: Fields
}

export type Fields = Readonly<Record<string, unknown>>

export function idSent({ fields }: PostInput): bigint | undefined {
  return typeof fields.id === 'bigint' ? fields.id : undefined
}

/** One request, its body read to the end. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export function isWrite({ method }: Call): boolean {
  return method !== 'GET'
}

/** The id in the path of a request; 0 where there is none. */
export function idIn({ path }: Call): bigint {
  return BigInt(/-?\d+$/.exec(path)?.[0] ?? 0)
}

/** One answer: `body` is written as JSON; `raw` goes out as it is, under the media type that `headers` say. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly raw?: string | Buffer
}

/** A request that is turned away before anything is done. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

/** What a change may put in place of the seams; an answer may take its time. */
export type Seams = {
  [Seam in keyof Provider]: Provider[Seam] extends (...given: infer Given) => Reply
    ? (...given: Given) => Reply | Promise<Reply>
    : Provider[Seam]
}

/**
 * What a fault or a variation is: the seams of the correct provider that it puts something else in place of.
 * `provider` is the living one, `correct` its seams as they were before the change; both share one map of posts.
 * A change that remembers something has its memory as a third parameter, empty for each provider.
 *
 * @example
 * const forgetsTheTitle: Change = (_provider, correct) => ({ keep: (input) => ({ ...correct.keep(input), title: '' }) })
 * const forgetsDeletes: Change = (provider, correct, deletes = { count: 0 }) => ({
 *   erase: (id) => ++deletes.count % 40 && correct.erase(id),
 * })
 */
export type Change = (provider: Provider, correct: Readonly<Provider>) => Partial<Seams>

/**
 * A posts service that keeps every statement of the interface document, written from the document alone.
 * Each member is a seam: small, called only through the provider itself, so that a change to one reaches all its uses.
 */
export class Provider {
  /** Every post by its id, in the order of creation. */
  readonly posts = new Map<bigint, Post>()
  /** Every post that was deleted, in its order. */
  readonly deleted: Post[] = []
  readonly #written = new Map<bigint, Post[]>()
  lastId = 0n
  /** The time, in milliseconds. */
  now = (): number => performance.now()

  constructor(change: Change = () => ({})) {
    Object.assign(this, change(this, { ...this }))
  }

  nextId = (_input: PostInput): bigint => ++this.lastId

  keep = ({ title, content, extra }: PostInput): Omit<Post, 'id'> =>
    extra ? { title, content, extra } : { title, content }

  /** Keeps a post under its id, in the place of the one that was there. */
  write = (id: bigint, input: PostInput): Post => {
    const post = { id, ...this.keep(input) }
    this.posts.set(id, post)
    this.#written.set(id, [...this.written(id), post])
    return post
  }

  /** Everything that was ever written under an id, in its order. */
  written = (id: bigint): readonly Post[] => this.#written.get(id) ?? []

  find = (id: bigint): Post | undefined => this.posts.get(id)

  erase = (id: bigint): void => {
    const post = this.posts.get(id)
    if (post) this.deleted.push(post)
    this.posts.delete(id)
  }

  /** The posts that a list shows, in its order. */
  all = (): Post[] => [...this.posts.values()]

  show = ({ extra, ...post }: Post): unknown => ({ ...post, ...extra })

  showListed = (post: Post): unknown => this.show(post)

  list = (_call: Call): Reply => ({ status: 200, body: this.all().map((post) => this.showListed(post)) })

  read = (id: bigint): Reply => {
    const post = this.find(id)
    return post ? this.found(post) : this.missing(id)
  }

  create = (input: PostInput): Reply => {
    const post = this.write(this.nextId(input), input)
    return { status: 201, headers: { location: `/v1/posts/${post.id}` }, body: this.show(post) }
  }

  replace = (id: bigint, input: PostInput): Reply =>
    this.find(id) ? this.found(this.write(id, input)) : this.missing(id)

  remove = (id: bigint): Reply => {
    if (!this.find(id)) return this.missing(id)
    this.erase(id)
    return { status: 204 }
  }

  found = (post: Post): Reply => ({ status: 200, body: this.show(post) })

  missing = (id: bigint): Reply => this.problem(404, `No post has the id ${id}.`)

  problem = (status: number, detail: string): Reply => ({ status, body: { status, detail } })

  readId = (text: string): bigint | undefined => (/^-?(0|[1-9]\d*)$/.test(text) ? BigInt(text) : undefined)

  /** Reads a request body as JSON, its `id` as an exact integer. */
  readBody = ({ headers, body }: Call): unknown => {
    if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
      throw new Refusal(415, 'Send application/json.')
    try {
      return parse(body.toString())
    } catch {
      throw new Refusal(400, 'The body is not JSON.')
    }
  }

  /** Reads the post data out of a request body. */
  accept = (body: unknown, _call: Call): PostInput => {
    const fields: Fields =
      typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
    const { title, content } = fields
    if (typeof title !== 'string' || typeof content !== 'string')
      throw new Refusal(400, 'Title and content must be strings.')
    return { title, content, fields }
  }

  route = (call: Call): Reply | Promise<Reply> => {
    const [, text] = /^\/v1\/posts(?:\/([^/]+))?$/.exec(call.path) ?? [undefined, '']
    if (text === '') return this.problem(404, `Nothing is at ${call.path}.`)
    if (text === undefined) {
      if (call.method === 'GET') return this.list(call)
      if (call.method === 'POST') return this.create(this.accept(this.readBody(call), call))
      return { ...this.problem(405, 'Use GET or POST.'), headers: { allow: 'GET, POST' } }
    }
    const id = this.readId(text)
    if (id === undefined) return this.problem(404, 'A post id is an integer.')
    if (call.method === 'GET') return this.read(id)
    if (call.method === 'PUT') return this.replace(id, this.accept(this.readBody(call), call))
    if (call.method === 'DELETE') return this.remove(id)
    return { ...this.problem(405, 'Use GET, PUT or DELETE.'), headers: { allow: 'GET, PUT, DELETE' } }
  }

  /** Answers a request, whatever becomes of it. */
  answer = async (call: Call): Promise<Reply> => {
    try {
      return await this.route(call)
    } catch (problem) {
      if (problem instanceof Refusal) return this.problem(problem.status, problem.message)
      throw problem
    }
  }

  encode = (body: unknown): string | Buffer => stringifyJson(body)

  send = ({ status, headers, body, raw }: Reply, response: ServerResponse, _call: Call): void => {
    const bytes = raw ?? (body === undefined ? undefined : this.encode(body))
    if (bytes === undefined) return void response.writeHead(status, headers).end()
    const length = String(Buffer.byteLength(bytes))
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
      .end(bytes)
  }
}
