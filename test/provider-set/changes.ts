import type { ServerResponse } from 'node:http'
import { newest } from './kept-posts.ts'
import type { Call, Change, Fields, Post, PostInput, Provider, Reply, Seams, Texts } from './provider.ts'
import { idIn, Refusal } from './provider.ts'

export type Operation = 'list' | 'read' | 'create' | 'replace' | 'remove'

/** A seam that does something more before it does its own. */
export function preceded<Given extends unknown[], Result>(
  seam: (...given: Given) => Result,
  deed: (...given: Given) => unknown,
): (...given: Given) => Result {
  return (...given) => {
    deed(...given)
    return seam(...given)
  }
}

/** A seam that does something more after its own; `result` is what it gave. */
export function followed<Given extends unknown[], Result>(
  seam: (...given: Given) => Result,
  deed: (result: Result, ...given: Given) => unknown,
): (...given: Given) => Result {
  return (...given) => {
    const result = seam(...given)
    deed(result, ...given)
    return result
  }
}

/** An operation of the correct provider, whatever it takes. */
export function seamOf(
  correct: Readonly<Provider>,
  operation: Operation,
): (subject?: unknown, ...given: unknown[]) => Reply {
  return correct[operation] as (...given: unknown[]) => Reply
}

/** Answers an operation otherwise where `answer` gives a reply. */
export function instead<Name extends Operation>(
  operation: Name,
  answer: (provider: Provider, ...given: Parameters<Provider[Name]>) => Reply | false | undefined,
): Change {
  return (provider, correct) => ({
    [operation]: (...given: Parameters<Provider[Name]>) =>
      answer(provider, ...given) || seamOf(correct, operation)(...given),
  })
}

/** Does to another post what is asked for one: `find` gives the id of that post. */
export function reaching<Name extends 'read' | 'replace' | 'remove' | 'erase'>(
  seam: Name,
  find: (provider: Provider, ...given: Parameters<Provider[Name]>) => bigint,
): Change {
  return (provider, correct) => ({
    [seam]: (...given: Parameters<Provider[Name]>) => {
      const [, ...rest] = given
      return (correct[seam] as (...given: unknown[]) => unknown)(find(provider, ...given), ...rest)
    },
  })
}

/** Gives a new post the id that `choose` gives, if any. */
export function choosingIds(choose: (provider: Provider, input: PostInput) => bigint | undefined): Change {
  return (provider, correct) => ({ nextId: (input) => choose(provider, input) ?? correct.nextId(input) })
}

/** Makes another answer of one; `turn` is how many came before. */
type ChangeOfReply = (reply: Reply, provider: Provider, turn: number) => Reply

/** Changes the answers of an operation, and nothing that it does. */
export function answering(operation: Operation, change: ChangeOfReply): Change {
  return (provider, correct, turns = { count: 0 }) => ({
    [operation]: (...given: unknown[]) =>
      change(seamOf(correct, operation)(...given), provider, turns.count++),
  })
}

/** The same where the operation succeeds. */
export function succeeding(operation: Operation, change: ChangeOfReply): Change {
  return answering(operation, (reply, ...more) => (reply.status < 300 ? change(reply, ...more) : reply))
}

/** Gives the answers of an operation that succeeds another status. */
export function statusOf(operation: Operation, status: number): Change {
  return succeeding(operation, (reply) => ({ ...reply, status }))
}

/** Answers an operation that succeeds with a status, and with a body or nothing else. */
export function only(operation: Operation, status: number, body?: unknown): Change {
  return succeeding(operation, () => ({ status, body }))
}

/** Does nothing where an operation is asked for, and answers with an error. */
export function failing(operation: Operation, status: number): Change {
  return (_provider, correct) => ({ [operation]: () => correct.problem(status, 'No.') })
}

/** Answers some requests before the service sees them. @param reply what it answers, if anything; `count` requests came before. */
export function intercepting(reply: (call: Call, count: number) => Reply | undefined): Change {
  return (_provider, correct, asked = { count: 0 }) => ({
    answer: async (call) => reply(call, asked.count++) ?? correct.answer(call),
  })
}

/** Gives the answers of an operation that succeeds another body. */
export function bodyOf<Body>(operation: Operation, change: (body: Body) => unknown): Change {
  return succeeding(operation, (reply) => ({ ...reply, body: change(reply.body as Body) }))
}

/** Answers an operation on a post that is not there in another way, and does nothing. */
export function answeringMissing(
  operation: 'read' | 'replace' | 'remove',
  status: number,
  body?: unknown,
): Change {
  return answering(operation, (reply) => (reply.status === 404 ? { status, body } : reply))
}

export function failingReads(status: number, isSpecial: (post: Post) => boolean): Change {
  return instead('read', (provider, id) => {
    const post = provider.find(id)
    return post && isSpecial(post) && { status }
  })
}

/** Changes the bytes of a successful answer. */
export function writing(
  operation: Operation,
  bytes: (json: string) => string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Change {
  return succeeding(operation, (reply, provider) => ({
    status: reply.status === 204 ? 200 : reply.status,
    headers: { ...reply.headers, ...headers },
    raw: bytes(String(provider.encode(reply.body ?? null))),
  }))
}

/** Gives the successful answers of an operation another media type. */
export function typed(operation: Operation, type: string): Change {
  return writing(operation, (json) => json, { 'content-type': type })
}

/** Changes answers as they go out, whatever they are to; `json` is the body of one. */
export function outgoing(change: (reply: Reply, call: Call, json: Buffer) => Reply): Change {
  return (provider, correct) => ({
    send: (reply, response, call) => {
      const json = Buffer.from(reply.body === undefined ? '' : provider.encode(reply.body))
      correct.send(change(reply, call, json), response, call)
    },
  })
}

/** Adds headers to every answer that does not have them. */
export function withHeaders(headers: (reply: Reply) => Readonly<Record<string, string>>): Change {
  return outgoing((reply) => ({ ...reply, headers: { ...headers(reply), ...reply.headers } }))
}

/** Answers 304 to a GET that has the ETag of the answer. */
export function revalidating(etagOf: (reply: Reply, call: Call) => string | undefined): Change {
  return outgoing((reply, call) => {
    const etag = call.method === 'GET' ? etagOf(reply, call) : undefined
    if (etag === undefined) return reply
    if (call.headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
    return { ...reply, headers: { etag, ...reply.headers } }
  })
}

/** Puts some answers on the wire in its own way, or leaves them unanswered; `index` is how many came before. */
export function sending(
  which: (call: Call, reply: Reply, index: number) => boolean,
  send: (response: ServerResponse, json: Buffer, reply: Reply) => unknown = () => {},
): Change {
  return (provider, correct, sent = { count: 0 }) => ({
    send: (reply, response, call) => {
      if (!which(call, reply, sent.count++)) return correct.send(reply, response, call)
      send(response, Buffer.from(reply.body === undefined ? '' : provider.encode(reply.body)), reply)
    },
  })
}

/** The same for successful answers to GET. */
export function sendingReads(send: (response: ServerResponse, json: Buffer) => unknown): Change {
  return sending(({ method }, { status }) => method === 'GET' && status === 200, send)
}

/** The same for bodies, without saying how long they are. */
export function sendingBodies(send: (response: ServerResponse, json: Buffer) => unknown): Change {
  const hasBody = (_call: Call, { body }: Reply) => body !== undefined
  return sending(hasBody, (response, json, { status, headers }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    send(response, json)
  })
}

/** Does something more whenever an operation has succeeded: `id` is the post that it was about, `count` how often it has. */
export function after(
  operation: Operation,
  deed: (provider: Provider, id: bigint, count: number) => unknown,
): Change {
  return (provider, correct, done = { count: 0 }) => ({
    [operation]: followed(seamOf(correct, operation), ({ status }, subject) => {
      if (status < 300) deed(provider, typeof subject === 'bigint' ? subject : newest(provider), ++done.count)
    }),
  })
}

/** Keeps other texts than those sent. */
export function keeping(texts: (input: PostInput, provider: Provider) => Partial<Texts>): Change {
  return (provider, correct) => ({ keep: (input) => ({ ...correct.keep(input), ...texts(input, provider) }) })
}

export function keepingEach(change: (text: string) => string): Change {
  return keeping(({ title, content }) => ({ title: change(title), content: change(content) }))
}

/** Refuses what is well-formed and yet not wanted; `others` are the posts but the one that the request names. */
export function refusing(
  status: number,
  isUnwanted: (input: PostInput, others: readonly Post[], call: Call) => boolean,
): Change {
  return (provider, correct) => ({
    accept: (body, call) => {
      const input = correct.accept(body, call)
      const others = provider.all().filter(({ id }) => id !== idIn(call))
      if (isUnwanted(input, others, call)) throw new Refusal(status, 'This is not wanted.')
      return input
    },
  })
}

/** Takes no content from a body without a Content-Length. */
export function chunkless(method: 'POST' | 'PUT'): Change {
  return (_provider, correct) => ({
    accept: (body, call) => {
      const input = correct.accept(body, call)
      const isUnread = call.method === method && call.headers['content-length'] === undefined
      return isUnread ? { ...input, content: '' } : input
    },
  })
}

export function refusingText(status: number, pattern: RegExp): Change {
  return refusing(status, ({ title, content }) => pattern.test(title) || pattern.test(content))
}

/** Shows posts in another form, alone and in lists. */
export function showing(form: (post: Post, provider: Provider) => unknown): Change {
  return (provider) => ({ show: (post) => form(post, provider) })
}

/** Shows posts with other fields, or with more. */
export function showingFields(fields: (post: Post) => Fields): Change {
  return showing(({ extra, ...post }) => ({ ...post, ...extra, ...fields(post) }))
}

/** Shows the posts of a list in another form than single ones. */
export function listing(form: (post: Post, provider: Provider) => unknown): Change {
  return (provider) => ({ showListed: (post) => form(post, provider) })
}

/** Replaces a post by something made of what it was and what was sent. */
export function mixing(
  mix: (was: Post, input: PostInput, provider: Provider) => Partial<PostInput> | undefined,
): Change {
  return (provider, correct) => ({
    replace: (id, input) => {
      const was = correct.find(id)
      return correct.replace(id, was ? { ...input, ...mix(was, input, provider) } : input)
    },
  })
}

/** Puts other posts, or the same in another order, into the list. */
export function choosing(choice: (posts: Post[], provider: Provider) => Post[]): Change {
  return (provider, correct) => ({ all: () => choice(correct.all(), provider) })
}

/** Holds posts of other clients from the start, and gives out none of their ids. @param fields those of each post. */
export function holding(count: number, fields: (index: number) => Partial<Post> = () => ({})): Change {
  return (provider) => {
    for (let index = 0; index < count; index++) {
      const id = BigInt(index + 1)
      const post = { id, title: `Post ${id}`, content: `The content of post ${id}.`, ...fields(index) }
      provider.posts.set(post.id, post)
      if (post.id > provider.lastId) provider.lastId = post.id
    }
    return {}
  }
}

/** A provider that makes a post of whatever it is sent, with the texts that it finds in it. */
export const takesAnything: Change = (_provider, correct) => ({
  readBody(call) {
    try {
      return correct.readBody(call)
    } catch {
      return {}
    }
  },
  accept(body) {
    const fields: Fields = typeof body === 'object' && body !== null ? { ...body } : {}
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return { title: text(fields.title), content: text(fields.content), fields }
  },
})

/** Makes several changes one after another, each on top of those before it. */
export function all(...changes: readonly Change[]): Change {
  return (provider, correct) => {
    const overrides: Partial<Seams> = {}
    for (const change of changes)
      Object.assign(overrides, change(provider, Object.assign({ ...correct }, overrides)))
    return overrides
  }
}
