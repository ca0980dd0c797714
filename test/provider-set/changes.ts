import type { ServerResponse } from 'node:http'
import { newest } from './kept-posts.ts'
import type { Change, Post, PostInput, Provider, Reply, Seams } from './provider.ts'

/** The seams that answer an operation. */
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

/** Changes the answers of an operation, and nothing that it does. */
export function answering(operation: Operation, change: (reply: Reply, provider: Provider) => Reply): Change {
  return (provider, correct) => ({
    [operation]: (...given: unknown[]) => change(seamOf(correct, operation)(...given), provider),
  })
}

/** Changes the answers of an operation that succeeds. */
export function succeeding(
  operation: Operation,
  change: (reply: Reply, provider: Provider) => Reply,
): Change {
  return answering(operation, (reply, provider) => (reply.status < 300 ? change(reply, provider) : reply))
}

/** Changes the answers of an operation by how many came before. */
export function alternating(operation: Operation, change: (reply: Reply, turn: number) => Reply): Change {
  return (provider, correct) => {
    let turn = 0
    return answering(operation, (reply) => change(reply, turn++))(provider, correct)
  }
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

/** Fails to read posts of one kind. */
export function failingReads(status: number, isSpecial: (post: Post) => boolean): Change {
  return (_provider, correct) => ({
    read: (id) => {
      const post = correct.find(id)
      return post && isSpecial(post) ? { status } : correct.read(id)
    },
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

/** Puts the successful answers to GET on the wire in its own way. */
export function sendingReads(send: (json: Buffer, response: ServerResponse) => void): Change {
  return (provider, correct) => ({
    send: (reply, response, call) => {
      if (call.method !== 'GET' || reply.status !== 200) return correct.send(reply, response, call)
      send(Buffer.from(provider.encode(reply.body)), response)
    },
  })
}

/** Puts the bodies of answers on the wire in its own way, without saying how long they are. */
export function sendingBodies(send: (json: Buffer, response: ServerResponse) => void): Change {
  return (provider, correct) => ({
    send: (reply, response, call) => {
      if (reply.body === undefined) return correct.send(reply, response, call)
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      send(Buffer.from(provider.encode(reply.body)), response)
    },
  })
}

/** Adds headers to every answer that does not have them. */
export function withHeaders(headers: (reply: Reply) => Readonly<Record<string, string>>): Change {
  return (_provider, correct) => ({
    send: (reply, response, call) =>
      correct.send({ ...reply, headers: { ...headers(reply), ...reply.headers } }, response, call),
  })
}

/** Does something more whenever an operation has succeeded: `id` is the post that it was about, `count` how often it has. */
export function after(
  operation: Operation,
  deed: (provider: Provider, id: bigint, count: number) => unknown,
): Change {
  return (provider, correct) => {
    let count = 0
    return {
      [operation]: followed(seamOf(correct, operation), ({ status }, subject) => {
        if (status < 300) deed(provider, typeof subject === 'bigint' ? subject : newest(provider), ++count)
      }),
    }
  }
}

/** Keeps other texts than those sent. */
export function keeping(texts: (input: PostInput) => Partial<Pick<PostInput, 'title' | 'content'>>): Change {
  return (_provider, correct) => ({ keep: (input) => ({ ...correct.keep(input), ...texts(input) }) })
}

/** Does to both texts what `change` does to one. */
export function keepingEach(change: (text: string) => string): Change {
  return keeping(({ title, content }) => ({ title: change(title), content: change(content) }))
}

/** Shows posts in another form, alone and in lists. */
export function showing(form: (post: Post, provider: Provider) => unknown): Change {
  return (provider) => ({ show: (post) => form(post, provider) })
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

/** Makes several changes one after another, each on top of those before it. */
export function all(...changes: readonly Change[]): Change {
  return (provider, correct) => {
    const overrides: Partial<Seams> = {}
    for (const change of changes)
      Object.assign(overrides, change(provider, Object.assign({ ...correct }, overrides)))
    return overrides
  }
}
