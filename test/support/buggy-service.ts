import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A post as a service keeps it. */
export interface KeptPost {
  readonly id: number
  readonly title: string
  readonly content: string
}

/** The fields in the body of a request, as far as they are there. */
interface Fields {
  readonly title?: string | null
  readonly content?: string | null
}

type Posts = Map<number, KeptPost>

/** An ordinary bug: what a service does instead of what it should. Default what it should. */
export interface Bug {
  readonly create?: (fields: Required<Fields>, posts: Posts, id: number) => void
  readonly replace?: (id: number, fields: Fields, posts: Posts, nextId: () => number) => void
  readonly remove?: (id: number, posts: Posts) => void
  readonly show?: (post: KeptPost, view: 'list' | 'read') => unknown
  readonly list?: (posts: readonly KeptPost[]) => readonly KeptPost[]
  readonly firstId?: number
}

const text = (value: string | null | undefined): string => value ?? ''
const kept = (id: number, { title, content }: Fields): KeptPost => ({
  id,
  title: text(title),
  content: text(content),
})

/** Starts an ordinary service with a bug and posts of others. `onRequest` is called before each reply. */
export async function startBuggyService(bug: Bug = {}, onRequest: () => void = () => {}) {
  const posts: Posts = new Map([
    [1, { id: 1, title: 'Theirs', content: 'Written long ago.' }],
    [2, { id: 2, title: 'Theirs too', content: 'Also.' }],
  ])
  let lastId = bug.firstId ?? 2
  const nextId = () => ++lastId
  const {
    create = (fields, all, id) => all.set(id, kept(id, fields)),
    replace = (id, fields, all) => all.set(id, kept(id, fields)),
    remove = (id, all) => all.delete(id),
    show = (post) => post,
    list = (all) => all,
  } = bug
  const answer = (method: string, path: string, body: string): [status: number, body?: unknown] => {
    const segment = /^\/v1\/posts\/(-?\d+)$/.exec(path)?.[1]
    const id = segment === undefined ? undefined : Number(segment)
    if (method === 'GET' && path === '/v1/posts')
      return [200, list([...posts.values()]).map((post) => show(post, 'list'))]
    if (method === 'POST' && path === '/v1/posts') {
      const fields = fieldsIn(body)
      if (fields?.title === undefined || fields.content === undefined) return [400, { error: 'bad' }]
      const made = nextId()
      create({ title: text(fields.title), content: text(fields.content) }, posts, made)
      const post = posts.get(made)
      return [201, post ? show(post, 'read') : { id: made }]
    }
    if (id === undefined) return [404, { error: 'no such path' }]
    if (method === 'PUT') {
      const fields = fieldsIn(body)
      if (!fields) return [400, { error: 'bad' }]
      if (!posts.has(id) && bug.replace?.length !== 4) return [404, { error: 'none' }]
      replace(id, fields, posts, nextId)
      const post = posts.get(id)
      return [200, post && show(post, 'read')]
    }
    const post = posts.get(id)
    if (!post) return [404, { error: 'none' }]
    if (method === 'GET') return [200, show(post, 'read')]
    if (method !== 'DELETE') return [405, { error: 'no' }]
    remove(id, posts)
    return [204]
  }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray().catch(() => [])).toString()
    onRequest()
    const [status, reply] = answer(request.method ?? '', request.url ?? '', body)
    const headers = reply === undefined ? {} : { 'content-type': 'application/json' }
    response.writeHead(status, headers).end(reply === undefined ? undefined : JSON.stringify(reply))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    posts,
    /** The posts that somebody made beside the posts of others. */
    left: () => [...posts.values()].filter(({ id }) => id > 2),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function fieldsIn(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return undefined
    const { title, content } = value as Record<string, unknown>
    const isText = (field: unknown) => field === undefined || field === null || typeof field === 'string'
    return isText(title) && isText(content) ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}

const changed =
  (change: (before: KeptPost, fields: Fields) => Fields) => (id: number, fields: Fields, posts: Posts) => {
    const before = posts.get(id)
    if (before) posts.set(id, kept(id, change(before, fields)))
  }
const inBoth = (change: (value: string) => string): Pick<Bug, 'create' | 'replace'> => ({
  create: (fields, posts, id) =>
    posts.set(id, { id, title: change(text(fields.title)), content: change(text(fields.content)) }),
  replace: changed((_before, fields) => ({
    title: change(text(fields.title)),
    content: change(text(fields.content)),
  })),
})
const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Ordinary bugs, each as somebody writes it on an ordinary day. */
export const ordinaryBugs: Readonly<Record<string, Bug>> = {
  'a replace merges': { replace: changed((before, fields) => ({ ...before, ...fields })) },
  'a replace ignores an empty content': {
    replace: changed((before, { title, content }) => ({
      title: text(title),
      content: content || before.content,
    })),
  },
  'a replace ignores what is empty or null': {
    replace: changed((before, { title, content }) => ({
      title: title || before.title,
      content: content || before.content,
    })),
  },
  'a replace keeps the title': { replace: changed(({ title }, { content = '' }) => ({ title, content })) },
  'a replace keeps the content': { replace: changed(({ content }, { title = '' }) => ({ title, content })) },
  'a replace trims': {
    replace: changed((_before, { title, content }) => ({
      title: text(title).trim(),
      content: text(content).trim(),
    })),
  },
  'a replace swaps the fields': {
    replace: changed((_before, { title = '', content = '' }) => ({ title: content, content: title })),
  },
  'a replace appends': {
    replace: changed((before, { title, content }) => ({
      title: text(title),
      content: before.content + text(content),
    })),
  },
  'a replace puts the title into the content': {
    replace: changed((_before, { title = '' }) => ({ title, content: title })),
  },
  'a replace of a missing post makes one with another id': {
    replace: (id, fields, posts, nextId) => {
      const made = posts.has(id) ? id : nextId()
      posts.set(made, kept(made, fields))
    },
  },
  'texts are cut at 255': inBoth((value) => value.slice(0, 255)),
  'texts are cut at 20': inBoth((value) => value.slice(0, 20)),
  'texts are made lower case': inBoth((value) => value.toLowerCase()),
  'texts are made upper case': inBoth((value) => value.toUpperCase()),
  'texts are escaped for HTML': inBoth(escaped),
  'texts are shown escaped for HTML': {
    show: (post) => ({ ...post, title: escaped(post.title), content: escaped(post.content) }),
  },
  'texts lose what is not ASCII': inBoth((value) => value.replaceAll(/[^\x20-\x7e]/g, '?')),
  'texts lose white space': inBoth((value) => value.replaceAll(/\s+/g, ' ')),
  'the list shows no content': {
    show: (post, view) => (view === 'list' ? { ...post, content: undefined } : post),
  },
  'the list shows half of the content': {
    show: (post, view) => (view === 'list' ? { ...post, content: post.content.slice(0, 30) } : post),
  },
  'the list shows ten posts': { list: (posts) => posts.slice(0, 10) },
  'ids are rounded to a double': { firstId: 9_007_199_254_740_990 },
}
