import { type JsonValue, parseJson } from '../../handlers/model/json.ts'
import type { Example } from '../spec/example.ts'
import type { ReceivedReply } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import type { Expected, ExpectedResponse, ExpectedStatus } from './interaction.ts'

/** What the document requires of a reply. */
export function documentExpectation({ operation, permits }: Example, reply: ReceivedReply): ExpectedResponse {
  if (permits === 'not-found') return { status: only(404), headers: {}, body: 'any' }
  if (operation === 'list') return jsonResponse(200, eachLike(postLike(firstItem(reply.body))))
  if (operation === 'read') return jsonResponse(200, postLike(parseJson(reply.body)))
  return { status: { permits, example: reply.status }, headers: {}, body: 'any' }
}

/** What a profile requires of a reply: the handlers' reply, but any ids and texts. */
export function mockExpectation({ operation }: Example, reply: ReceivedReply): ExpectedResponse {
  const { location, allow, 'content-type': mediaType } = reply.headers
  const headers: Record<string, Expected> = {}
  if (mediaType !== undefined) headers['Content-Type'] = mediaTypeAs(mediaType)
  if (location !== undefined)
    headers.Location = matching(
      `${location.startsWith('/') ? '^/.*' : '^https?://.+/'}posts${location.endsWith('posts') ? '/?' : '/-?\\d+'}$`,
      location,
    )
  if (allow !== undefined) headers.Allow = matching('^[A-Z, ]+$', allow)
  return { status: only(reply.status), headers, body: mockBody(operation, reply) }
}

function mockBody(
  operation: Example['operation'],
  { status, body }: ReceivedReply,
): ExpectedResponse['body'] {
  if (body === '') return 'none'
  const value = readBody(body)
  if (value === undefined) return 'any'
  if (status >= 400) return { like: partsLike(value) }
  if (operation === 'list' && status === 200) return { like: eachLike(postLike(firstItem(body))) }
  return { like: partsLike(value) }
}

/** Requires the fields of a body and their types, with any ids and texts. */
function partsLike(value: JsonValue): Expected {
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value)
  if (Array.isArray(value)) return anyItems(value)
  if (!isObject(value)) return like(value)
  if ('id' in value && 'title' in value && 'content' in value) return postLike(value)
  const entries = Object.entries(value).map(([name, item]) => [name, partsLike(item)])
  return entries.length === 0 ? exactly({}) : like(Object.fromEntries(entries))
}

/** A list of any items. */
function anyItems(items: readonly JsonValue[]): Expected {
  const [first] = items
  if (typeof first === 'string') return eachLike(like(first))
  return items.length > 0 ? eachLike({}) : { 'pact:matcher:type': 'type', min: 0, value: [] }
}

function jsonResponse(status: number, body: Expected): ExpectedResponse {
  return { status: only(status), headers: { 'Content-Type': jsonMediaType }, body: { like: body } }
}

function only(status: number): ExpectedStatus {
  return { permits: 'example', example: status }
}

function mediaTypeAs(mediaType: string): Expected {
  if (mediaType.startsWith('text/')) return matching('(?i)^text/.*$', mediaType)
  return mediaType.includes('charset')
    ? matching('(?i)^application/json\\s*;\\s*charset=utf-8$', mediaType)
    : matching('(?i)^application/json$', mediaType)
}

/** A post with any id and any texts. */
function postLike(post: JsonValue): Expected {
  if (!isObject(post)) return like(post)
  const { id = 1, title = '', content = '', ...others } = post
  const extra = Object.entries(others).map(([name, value]) => [name, like(value)])
  return like({ id: integer(id), title: like(title), content: like(content), ...Object.fromEntries(extra) })
}

function firstItem(list: string): JsonValue {
  const items = readBody(list)
  return Array.isArray(items) ? (items[0] ?? {}) : {}
}

/** Any integer; `value` is the example. */
function integer(value: JsonValue): Expected {
  return { 'pact:matcher:type': 'integer', value }
}

/** Any value of the example's type; inside an object or array, the members' own matchers count. */
function like(value: Expected): Expected {
  return { 'pact:matcher:type': 'type', value }
}

/** Exactly this value. */
function exactly(value: JsonValue): Expected {
  return { 'pact:matcher:type': 'equality', value }
}

/** A text that matches a Rust regular expression (`(?i)` ignores case), and the example. */
function matching(regex: string, value: string): Expected {
  const isMatch = new RegExp(regex.replace(/^\(\?i\)/, ''), regex.startsWith('(?i)') ? 'i' : '').test(value)
  if (!isMatch) throw new RangeError(`Failed to build a matcher: "${value}" does not match /${regex}/.`)
  return { 'pact:matcher:type': 'regex', regex, value }
}

/** Any number of items, each like the example. */
function eachLike(item: Expected): Expected {
  return { 'pact:matcher:type': 'type', min: 0, value: [item] }
}

/** The media type of a JSON reply, with any parameters, in any case. */
const jsonMediaType = matching('(?i)^application/json(?:\\s*;.*)?$', 'application/json')
