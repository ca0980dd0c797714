import type { ServerResponse } from 'node:http'
import type { Change, Post, PostInput, Provider, Reply } from './provider.ts'

/** The seams that answer an operation. */
export type Operation = 'list' | 'read' | 'create' | 'replace' | 'remove'

type Answerer = (...given: unknown[]) => Reply

/** Changes the answers of an operation, and nothing that it does. */
export function answering(operation: Operation, change: (reply: Reply, provider: Provider) => Reply): Change {
  return (provider, correct) => {
    const answer = correct[operation] as Answerer
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
    const answer = correct[operation] as Answerer
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

/** Puts other posts, or the same in another order, into the list. */
export function choosing(choice: (posts: Post[], provider: Provider) => Post[]): Change {
  return (provider, correct) => ({ all: () => choice(correct.all(), provider) })
}

/** Changes a post where it is kept; a post that is not there stays away. */
export function alter(provider: Provider, id: bigint, change: (post: Post) => Partial<Post>): void {
  const post = provider.posts.get(id)
  if (post) provider.posts.set(id, { ...post, ...change(post) })
}

/** The id of the post that was created last, and is still there. */
export function newest(provider: Provider): bigint {
  return [...provider.posts.keys()].at(-1) ?? 0n
}

/** The id of the post that was created first, and is still there. */
export function oldest(provider: Provider): bigint {
  return [...provider.posts.keys()][0] ?? 0n
}

/** Every post but one. */
export function others(provider: Provider, id: bigint): Post[] {
  return [...provider.posts.values()].filter((post) => post.id !== id)
}
