import { isBodiless } from '../../handlers/choices/kinds.ts'
import { fieldNames, isField } from '../../handlers/fields.ts'
import { isObject, type JsonValue } from '../../handlers/model/json.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { anyMark } from '../scenarios/marks.ts'
import { readBody } from '../scenarios/post-text.ts'
import type { StateValues } from '../scenarios/scenario.ts'
import { isRefusal } from '../wire/status.ts'

/** A value in Pact's integration JSON: literal, or with matchers (https://docs.pact.io, "integration JSON format"). */
export type Expected = JsonValue | { readonly [key: string]: unknown } | readonly Expected[]

export interface ExpectedResponse {
  /** The mock's status. */
  readonly status: number
  /** The statuses of a provider: any success; any refusal (4xx); or either. Default only the mock's. */
  readonly permits?: 'success' | 'refusal' | 'success-or-refusal' | undefined
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
  const variants = posts.map((post) => commonOf([post], values))
  return { 'pact:matcher:type': 'arrayContains', variants }
}

/** An object with no other members; Pact does not require each of them then. */
export function closed(object: object): Expected {
  const names = Object.keys(object).map(literally)
  const name = { 'pact:matcher:type': 'regex', regex: `^(?:${names.join('|')})$`, value: '' }
  return { 'pact:matcher:type': 'eachKey', value: object, rules: [name] }
}

function integer(value: JsonValue): Expected {
  return { 'pact:matcher:type': 'integer', value }
}

/** The statuses that several replies have in common: one, or a class. */
export function statusOf(statuses: readonly number[]): Pick<ExpectedResponse, 'status' | 'permits'> {
  const [status = 200] = statuses
  if (statuses.every((each) => each === status)) return { status }
  const refused = statuses.filter((each) => isRefusal({ status: each }))
  if (refused.length === 0) return { status, permits: 'success' }
  return { status, permits: refused.length < statuses.length ? 'success-or-refusal' : 'refusal' }
}

/** What replies to a request have in common, whatever ids and sentences a service has. */
export function inCommon(replies: readonly ReceivedReply[], values: StateValues): ExpectedResponse {
  const status = statusOf(replies.map((reply) => reply.status))
  // Beside a status without a body its choice is hidden.
  const areEmpty = replies.every((reply) => reply.body === '' && !isBodiless(reply.status))
  const bodies = replies.map(({ body }) => readBody(body))
  const [pattern, ...others] = new Set(replies.map(({ headers }) => locationPattern(headers.location)))
  return {
    ...status,
    like: areEmpty ? '' : commonOf(bodies, values),
    location: others.length === 0 ? pattern : undefined,
  }
}

/** The pattern of a Location: a path or an address, of a post or of the list. */
function locationPattern(location: string | undefined): string | undefined {
  if (location === undefined) return undefined
  const begin = location.startsWith('/') ? '/' : 'https?://'
  return `^${begin}.*${/\/posts$/.test(location) ? '/posts/?' : 'posts/-?\\d+'}$`
}

/** What JSON values have in common; undefined where that is nothing. */
function commonOf(all: readonly (JsonValue | undefined)[], values: StateValues): Expected | undefined {
  const [first] = all
  if (first === undefined) return undefined
  if (all.every(isObject)) {
    const [object = {}] = all
    const members = Object.keys(object).map((name) => {
      const each = all.map((other) => other[name])
      return [name, isPost(object) ? fieldOf(name, each, values) : commonOf(each, values)]
    })
    return Object.fromEntries(members.filter(([, member]) => member !== undefined))
  }
  if (Array.isArray(first)) {
    // How many problems an error lists is its own affair.
    const items = all.map((each) => (Array.isArray(each) && each.length === 1 ? each[0] : undefined))
    return items.some(isPost) ? [commonOf(items, values) ?? null] : like([])
  }
  if (all.some((each) => typeof each !== typeof first)) return undefined
  if (first === values.id) return integer(first)
  return typeof first === 'string' || all.some((each) => each !== first) ? like(first) : first
}

function isPost(value: JsonValue | undefined): boolean {
  return isObject(value) && fieldNames.every((field) => field in value)
}

/** A field of a post: its texts are exact, where a service may keep or refuse them in several ways, one of these. */
function fieldOf(
  name: string,
  all: readonly (JsonValue | undefined)[],
  values: StateValues,
): Expected | undefined {
  const [first] = all
  if (first === undefined || all.includes(undefined)) return undefined
  if (name === 'id') return integer(first)
  const isText = isField(name) && all.every((each) => typeof each === 'string')
  return isText ? oneOf(all, values) : like(first)
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
