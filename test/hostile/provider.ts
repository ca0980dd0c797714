import { stringifyJson } from '../../handlers/model/json.ts'
import { preceded, sending } from '../provider-set/changes.ts'
import type { Call, Change, Provider, Reply } from '../provider-set/provider.ts'

/** What `verify` comes to at a provider, beside ending well, by its exit codes. */
const ends = { 'any end': [0, 1, 3], 'broken or not judged': [1, 3], 'not judged': [3] } as const

/** A provider that does harm: the correct one of `test/provider-set`, with this change. */
export interface HostileProvider {
  /** Kebab case, unique in all sets. */
  readonly name: string
  readonly change: Change
  /** The exit codes of `verify`. */
  readonly codes: readonly number[]
  /** What `verify` says. */
  readonly says?: RegExp | undefined
}

type Providers = Readonly<Record<string, Change | readonly [change: Change, says: RegExp]>>

/**
 * Declares hostile providers by what comes of `verify` and their names.
 *
 * @example
 * hostile({ 'broken or not judged': { 'ids-are-texts': texts(any, quoteIds) } })
 */
export function hostile(
  providers: Readonly<Partial<Record<keyof typeof ends, Providers>>>,
): readonly HostileProvider[] {
  return Object.entries(providers).flatMap(([end, named]) =>
    Object.entries(named).map(([name, given]) => {
      const [change, says] = typeof given === 'function' ? [given] : given
      return { name, change, codes: ends[end as keyof typeof ends], says }
    }),
  )
}

/** Which replies: by the call and by what a correct provider answers. */
export type Which = (call: Call, reply: Reply) => boolean

export const any: Which = () => true
export const lists = ({ method, path }: Call) => method === 'GET' && path === '/v1/posts'
export const reads: Which = (call, { status }) => call.method === 'GET' && !lists(call) && status === 200
export const errors: Which = (_call, { status }) => status >= 400
export const creates = ({ method }: Call) => method === 'POST'

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
    raw: change(reply.body === undefined ? '' : stringifyJson(reply.body), index),
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
    answer: preceded(correct.answer, (call) => which(call) && deed(provider, call)),
  })
}

/** Answers every request with these bytes, and closes the connection. */
export const bytes = (text: string | Buffer) => sending(any, ({ socket }) => socket?.end(text))
