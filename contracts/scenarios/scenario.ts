import type { ChoiceId } from '../../handlers/choices.ts'
import type { InputName, OperationName } from '../../handlers/endpoints.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { mapTexts } from '../../handlers/model/visible.ts'
import type { ClauseId } from './clauses.ts'
import type { SentRequest } from './exchange.ts'
import type { Before } from './provider-state.ts'

/**
 * A scenario of some requests and one that is observed: it shows a clause or a choice. Runs send all of them; in a Pact
 * the requests before it are the provider state, and the handlers give the expected reply.
 */
export interface Example extends Situation {
  /** Unique, `<operation>/<what is special>`; the interaction's key in the Pact file. */
  readonly key: string
  /** The request in a few words that follow "a request to". */
  readonly description: string
  readonly operation: OperationName | 'beside'
  /** The clauses that the exchange can break. A run without a profile sends only examples with clauses. */
  readonly clauses: readonly ClauseId[]
  /** The choices that it shows. */
  readonly shows?: readonly ChoiceId[]
  /** The replies that the document permits. */
  readonly permits: 'success' | 'not-found' | 'success-or-refusal' | 'anything'
}

/** A request, and what was requested before it. */
export interface Situation {
  readonly after: readonly Before[]
  /** The number of the post that `${id}` stands for. Default 0; where there is none, it is an id that no post has. */
  readonly of?: number
  readonly request: ExampleRequest
}

/** A request with placeholders such as `${id}` for the values of the state before it. */
export interface ExampleRequest {
  readonly method: string
  /** Below the base address: `/posts/${id}`. */
  readonly path: string
  /** The fields of a JSON object, or the exact text. */
  readonly body?: Readonly<Record<string, unknown>> | string
  /** Default application/json with a body. */
  readonly mediaType?: string
}

/** The values that the state before a request gives to it. */
export interface StateValues {
  readonly id?: PostId
  /** The id of a second post. */
  readonly other?: PostId
  /** A unique text, in every post of the example. */
  readonly title?: string
}

/** Fills in the placeholders of plain data. `${id}` or `${other}` as a whole text becomes a number. */
export function fill<Value>(template: Value, values: StateValues): Value {
  const given: Readonly<Record<string, unknown>> = { ...values }
  return mapTexts(template, (text) => {
    if (text === '${id}' || text === '${other}') return given[text.slice(2, -1)] as string
    return text.replace(/\$\{(\w+)\}/g, (_whole, name: string) => String(given[name]))
  })
}

/** The request of an example, with the values of the state before it. */
export function fillRequest({ request }: Pick<Example, 'request'>, values: StateValues): SentRequest {
  const { method, path, body, mediaType = 'application/json' } = fill(request, values)
  const text = typeof body === 'object' ? stringifyJson(body) : body
  const headers = text === undefined ? {} : { 'content-type': mediaType }
  return { method, path, headers, body: text }
}

/** Whether a request may make a post that cannot be told from a foreign one: then nothing else may run. */
export function mayMakeForeign(example: Situation): boolean {
  const { method, body } = example.request
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return false
  return (method === 'POST' && !isMarked(body)) || isOwnerless(example)
}

/** Whether a body has the unique text of its example. */
export function isMarked(body: ExampleRequest['body'] = ''): boolean {
  return JSON.stringify(body).includes('${title}')
}

/** Whether the post of a request does not exist: a write to it may make one without a mark. */
export function isOwnerless({ after, of = 0, request }: Situation): boolean {
  const usesId = JSON.stringify(request).includes('${id}')
  const isDeleted = after.some((each) => each.operation === 'delete' && each.post === of)
  return usesId && (isDeleted || of >= after.filter((each) => each.operation === 'create').length)
}

/** Boundary values of ids: zero, negative, beyond 32 bits, beyond double precision, both ends of int64. */
export const boundaryIds = [0n, -1n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]

/** What a move is about. An index counts the oldest first: -1 is the latest, and too large ones wrap around. */
export type Target =
  | { readonly kind: 'existing'; readonly index: number }
  | { readonly kind: 'deleted'; readonly index: number }
  /** An unused id near that of an existing post. */
  | { readonly kind: 'near'; readonly index: number; readonly offset: number }
  /** An unused id with which that of an existing post begins: all digits but the last. */
  | { readonly kind: 'begin'; readonly index: number }
  /** One of {@link boundaryIds}, if it is unused. */
  | { readonly kind: 'boundary'; readonly index: number }

/** What a write sends. */
export type Texts =
  /** A new title, and the content of a number. */
  | { readonly kind: 'new'; readonly number: number }
  /**
   * The texts of a post of the sequence, or of a deleted one. `version` picks one of its versions, as an index does.
   * @property near changes the case of the title. Default false.
   * @property content the number of another content.
   */
  | {
      readonly kind: 'like'
      readonly post: Target
      readonly version: number
      readonly near?: boolean
      readonly content?: number
    }

/** @property isChunked whether its body is sent in chunks, without a Content-Length. Default false. */
export type Write =
  /** A create, perhaps with an id in its body. */
  | { readonly kind: 'create'; readonly texts: Texts; readonly id?: Target; readonly isChunked?: boolean }
  | { readonly kind: 'replace'; readonly post: Target; readonly texts: Texts; readonly isChunked?: boolean }
  | { readonly kind: 'delete'; readonly post: Target }

/** One request of a client. */
export type Move = Write | { readonly kind: 'list' } | { readonly kind: 'read'; readonly post: Target }

/** What a sequence checks after a write. */
export type Look = 'nowhere' | 'list' | 'read' | 'both'

/** A step of a sequence. Each kind is run by a file in `contracts/run/steps/`. */
export type Step =
  | (Write & { readonly look: Look })
  | { readonly kind: 'list'; readonly times: number }
  | { readonly kind: 'read'; readonly post: Target; readonly times: number }
  /** Waits until every write must be visible; until the next one, a view that shows it wrong is wrong. */
  | { readonly kind: 'settle' }
  /** Requests at the same time, each by another client. */
  | { readonly kind: 'at once'; readonly moves: readonly Move[] }
  /**
   * Creates, or replaces of the latest posts. The first texts are those that services are known to change; later ones
   * are long, then ordinary.
   */
  | { readonly kind: 'many'; readonly write: InputName; readonly from: number; readonly count: number }
  /** An example of the document, with the posts that it needs. */
  | { readonly kind: 'example'; readonly key: string }

/** Steps that share their posts. */
export interface Scenario {
  /** What it is, such as `sequence/3`. */
  readonly key: string
  readonly steps: readonly Step[]
}

/** The item at an index, from the end where negative; too large indexes wrap around. */
export function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items.length === 0 ? undefined : items.at(index % items.length)
}
