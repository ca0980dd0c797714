import type { ServerResponse } from 'node:http'
import { stringify } from '../provider-set/exact-json.ts'
import type { Call, Change, Provider, Reply } from '../provider-set/provider.ts'
import { startProvider } from '../provider-set/start.ts'

/** A provider that does harm: the correct one of `test/provider-set`, with this change. */
export interface HostileProvider {
  /** Kebab case, unique in all sets. */
  readonly name: string
  /** What it does, in a sentence. */
  readonly about: string
  readonly change: Change
  /** What `verify` must come to, beside ending well. Default any of the exit codes. */
  readonly expect?: { readonly code?: readonly number[]; readonly says?: RegExp }
}

/** Starts a hostile provider, which holds three posts of others unless it says otherwise. */
export async function startHostile({ change }: HostileProvider): Promise<AsyncDisposable & { url: string }> {
  const { url, close } = await startProvider((provider, correct) => {
    holding(3)(provider, correct)
    return change(provider, correct)
  })
  return { url, [Symbol.asyncDispose]: close }
}

/**
 * Declares hostile providers by their names.
 *
 * @example
 * hostile({ 'ids-are-texts': ['gives every id as a text', texts(any, quoteIds), { code: [1, 3] }] })
 */
export function hostile(
  providers: Readonly<
    Record<string, readonly [about: string, change: Change, expect?: HostileProvider['expect']]>
  >,
): readonly HostileProvider[] {
  return Object.entries(providers).map(([name, [about, change, expect = {}]]) => ({
    name,
    about,
    change,
    expect,
  }))
}

export const cannotJudge = { code: [3] }
export const brokenOrNot = { code: [1, 3] }

/** Holds so many posts of others at first. */
export function holding(count: number): Change {
  return (provider) => {
    for (let id = BigInt(provider.posts.size) + 1n; id <= count; id++)
      provider.posts.set(id, { id, title: `Post ${id}`, content: `The content of post ${id}.` })
    provider.lastId = BigInt(count)
    return {}
  }
}

/** Which replies: by the call and by what a correct provider answers. */
export type Which = (call: Call, reply: Reply) => boolean

export const any: Which = () => true
export const lists: Which = ({ method, path }) => method === 'GET' && path === '/v1/posts'
export const reads: Which = (call, { status }) =>
  call.method === 'GET' && !lists(call, { status }) && status === 200
export const errors: Which = (_call, { status }) => status >= 400
export const writes: Which = ({ method }) => method !== 'GET'
export const creates: Which = ({ method }) => method === 'POST'

/** Gives some requests another reply; `index` is how many requests came before. */
export function replying(
  which: Which,
  change: (given: { reply: Reply; call: Call; index: number; provider: Provider }) => Reply | Promise<Reply>,
): Change {
  return (provider, correct) => {
    let count = 0
    return {
      answer: async (call) => {
        const index = count++
        const reply = await correct.answer(call)
        return which(call, reply) ? change({ reply, call, index, provider }) : reply
      },
    }
  }
}

/** Writes some replies with another text than that of their JSON, and with further headers. */
export function texts(
  which: Which,
  change: (json: string, index: number) => string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Change {
  return replying(which, ({ reply, index }) => ({
    ...reply,
    headers: { ...reply.headers, ...headers },
    raw: change(reply.body === undefined ? '' : stringify(reply.body), index),
  }))
}

/** Adds fields or posts at the beginning of some replies. */
export const beginning = (which: Which, start: string | (() => string)) =>
  texts(which, (json) => json[0] + (typeof start === 'string' ? start : start()) + json.slice(1))

/** Writes every id in another way. */
export const ids = (which: Which, write: (id: string, index: number) => string) =>
  texts(which, (json, index) =>
    json.replaceAll(/"id":(-?\d+)/g, (_all, id: string) => `"id":${write(id, index)}`),
  )

/** Does something to the posts before some requests are answered. */
export function before(
  which: (call: Call) => boolean,
  deed: (provider: Provider, call: Call) => void,
): Change {
  return (provider, correct) => ({
    answer: (call) => {
      if (which(call)) deed(provider, call)
      return correct.answer(call)
    },
  })
}

/** Puts some replies on the wire in its own way, or leaves them unanswered. */
export function sending(
  which: (call: Call, index: number, reply: Reply) => boolean,
  send: (response: ServerResponse, json: string, reply: Reply) => void = () => {},
): Change {
  let count = 0
  return (_provider, correct) => ({
    send: (reply, response, call) => {
      if (!which(call, count++, reply)) return correct.send(reply, response, call)
      send(response, reply.body === undefined ? '' : stringify(reply.body), reply)
    },
  })
}

/** Answers every request with these bytes, and closes the connection. */
export const bytes = (text: string | Buffer) =>
  sending(
    () => true,
    ({ socket }) => socket?.end(text),
  )
