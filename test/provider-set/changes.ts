import type { ServerResponse } from 'node:http'
import { newest } from './kept-posts.ts'
import type { Change, Post, PostInput, Provider, Reply, Seams } from './provider.ts'

/** The seams that answer an operation. */
export type Operation = 'list' | 'read' | 'create' | 'replace' | 'remove'

type WorldReplies = (...given: unknown[]) => Reply

/** Changes the answers of an operation, and nothing that it does. */
export function answering(operation: Operation, change: (reply: Reply, provider: Provider) => Reply): Change {
  return (provider, correct) => {
    const answer = correct[operation] as WorldReplies
    return { [operation]: (...given: unknown[]) => change(answer(...given), provider) }
  }
}

/** Changes the answers of an operation that succeeds. */
export function succeeding(
  operation: Operation,
  change: (reply: Reply, provider: Provider) => Reply,
): Change {
  return answering(operation, (reply, provider) => (reply.status < 300 ? change(reply, provider) : reply))
}

/** Gives the answers of an operation that succeeds another status. */
export function statusOf(operation: Operation, status: number): Change {
  return succeeding(operation, (reply) => ({ ...reply, status }))
}

/** Answers an operation that succeeds with a status and nothing else. */
export function only(operation: Operation, status: number): Change {
  return succeeding(operation, () => ({ status }))
}

/** Gives the answers of an operation that succeeds another body. */
export function bodyOf<Body>(operation: Operation, change: (body: Body) => unknown): Change {
  return succeeding(operation, (reply) => ({ ...reply, body: change(reply.body as Body) }))
}

/** Adds headers to the answers of an operation that succeeds. */
export function headersOf(operation: Operation, headers: Readonly<Record<string, string>>): Change {
  return succeeding(operation, (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } }))
}

/** Answers an operation on a post that is not there in another way, and does nothing. */
export function answeringMissing(
  operation: 'read' | 'replace' | 'remove',
  status: number,
  body?: unknown,
): Change {
  return answering(operation, (reply) => (reply.status === 404 ? { status, body } : reply))
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

/** Does something more whenever an operation has succeeded; `id` is the post that it was about. */
export function after(
  operation: Exclude<Operation, 'list'>,
  deed: (provider: Provider, id: bigint) => void,
): Change {
  return (provider, correct) => {
    const answer = correct[operation] as WorldReplies
    return {
      [operation]: (subject: unknown, ...given: unknown[]) => {
        const reply = answer(subject, ...given)
        if (reply.status < 300) deed(provider, typeof subject === 'bigint' ? subject : newest(provider))
        return reply
      },
    }
  }
}

/** Does something more whenever the list has been read. */
export function afterList(deed: (provider: Provider) => void): Change {
  return answering('list', (reply, provider) => {
    deed(provider)
    return reply
  })
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

/** Gives a change the memory of everything that was ever written under an id, in its order. */
export function remembering(
  change: (
    written: (id: bigint) => readonly Post[],
    provider: Provider,
    correct: Readonly<Provider>,
  ) => Partial<Seams>,
): Change {
  return (provider, correct) => {
    const history = new Map<bigint, Post[]>()
    const write = (id: bigint, input: PostInput): Post => {
      const post = correct.write(id, input)
      history.set(id, [...(history.get(id) ?? []), post])
      return post
    }
    return { write, ...change((id) => history.get(id) ?? [], provider, correct) }
  }
}

/** Replaces a post by something made of what it was and what was sent. */
export function mixing(mix: (was: Post, input: PostInput) => Partial<PostInput>): Change {
  return (_provider, correct) => ({
    replace: (id, input) => {
      const was = correct.find(id)
      return correct.replace(id, was ? { ...input, ...mix(was, input) } : input)
    },
  })
}

/** Answers a create with a post that is there already, and adds nothing. */
export function answeringWith(
  status: number,
  find: (input: PostInput, provider: Provider) => Post | undefined,
): Change {
  return (provider, correct) => ({
    create: (input) => {
      const found = find(input, provider)
      return found ? { status, body: provider.show(found) } : correct.create(input)
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
