import { isBodiless } from '../../handlers/choices/kinds.ts'
import { fieldNames, isField } from '../../handlers/fields.ts'
import { isObject, type JsonValue } from '../../handlers/model/json.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { anyMark } from '../scenarios/marks.ts'
import { readBody } from '../scenarios/post-text.ts'
import type { StateValues } from '../scenarios/scenario.ts'

/** A value in Pact's integration JSON: literal, or with matchers (https://docs.pact.io, "integration JSON format"). */
export type Expected = JsonValue | { readonly [key: string]: unknown } | readonly Expected[]

export interface ExpectedResponse {
  /** The mock's status. */
  readonly status: number
  /** The statuses of a provider: any success; any refusal (4xx); or either. Default only the mock's. */
  readonly permits?: 'success' | 'refusal' | 'success-or-refusal'
  /** The body, which is JSON then; an empty text for none. Default any. */
  readonly like?: Expected | undefined
  /** The Location header, as a regular expression. Default any or none. */
  readonly location?: string | undefined
}

/** Any value of the example's type; inside an object the members' own matchers count. */
export function like(value: Expected): Expected {
  return { 'pact:matcher:type': 'type', value }
}

/** A post with any id and any texts. */
export function postLike(post: JsonValue): Expected {
  if (!isObject(post)) return like(post)
  const { id = 1, ...others } = post
  const members = Object.entries(others).map(([name, value]) => [name, like(value)])
  return like({ id: integer(id), ...Object.fromEntries(members) })
}

/** A list of any number of items. */
export function listLike(item: Expected): Expected {
  return { 'pact:matcher:type': 'type', min: 0, value: [item] }
}

/** A list with these posts among others. */
export function containing(posts: readonly JsonValue[], values: StateValues): Expected {
  const variants = posts.map((post) => bodyLike(post, values))
  return { 'pact:matcher:type': 'arrayContains', variants }
}

function integer(value: JsonValue): Expected {
  return { 'pact:matcher:type': 'integer', value }
}

/** A reply apart from its ids, its sentences, and the moment. */
export function repliedLike({ status, headers, body }: ReceivedReply, values: StateValues): ExpectedResponse {
  // Beside a status without a body its choice is hidden.
  const isEmpty = body === '' && !isBodiless(status)
  return {
    status,
    like: isEmpty ? '' : bodyLike(readBody(body), values),
    location: locationPattern(headers.location),
  }
}

/** The pattern of a Location: a path or an address, of a post or of the list. */
function locationPattern(location: string | undefined): string | undefined {
  if (location === undefined) return undefined
  const begin = location.startsWith('/') ? '/' : 'https?://'
  return `^${begin}.*${/\/posts$/.test(location) ? '/posts/?' : 'posts/-?\\d+'}$`
}

function bodyLike(value: JsonValue | undefined, values: StateValues): Expected | undefined {
  if (isPost(value)) return postOf([value], values)
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, bodyLike(member, values)])
    return Object.fromEntries(members)
  }
  if (Array.isArray(value)) {
    const [item] = value
    // How many problems an error lists is its own affair.
    return value.length === 1 && isPost(item) ? [postOf([item], values)] : like([])
  }
  if (value !== undefined && value === values.id) return integer(value)
  return typeof value === 'string' ? like(value) : value
}

/** A post as the mock replies it. */
export type Post = { readonly [name: string]: JsonValue }

function isPost(value: JsonValue | undefined): value is Post {
  return isObject(value) && fieldNames.every((field) => field in value)
}

/** A post as the first of several, with any id, and the texts of one of them. */
export function postOf(posts: readonly Post[], values: StateValues): Expected {
  const [first = {}] = posts
  const members = Object.entries(first).map(([name, value]) => {
    if (name === 'id') return [name, integer(value)]
    const texts = posts.map((post) => post[name]).filter((text) => typeof text === 'string')
    return [name, isField(name) && texts.length > 0 ? oneOf(texts, values) : like(value)]
  })
  return Object.fromEntries(members)
}

function oneOf(texts: readonly string[], { title = '' }: StateValues): Expected {
  const [value = '', ...others] = new Set(texts)
  if (others.length === 0 && !value.includes(title)) return value
  const patterns = [value, ...others].map((text) =>
    literally(text).replaceAll(title, `(?:${title}|${anyMark})`),
  )
  return { 'pact:matcher:type': 'regex', regex: `^(?:${patterns.join('|')})$`, value }
}

/** A text as a regular expression. */
function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
