import { type JsonValue, parseJson } from '../../handlers/model/json.ts'
import type { Example } from '../spec/example.ts'
import type { ReceivedReply } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import type { Expected, ExpectedResponse } from './interaction.ts'

/** What the document requires of a reply; the mock's is the example. */
export function expectationOf({ operation, permits }: Example, reply: ReceivedReply): ExpectedResponse {
  if (permits === 'not-found') return { status: { permits: 'example', example: 404 } }
  if (operation === 'list') return jsonResponse(eachLike(postLike(firstItem(reply.body))))
  if (operation === 'read') return jsonResponse(postLike(parseJson(reply.body)))
  return { status: { permits, example: reply.status } }
}

function jsonResponse(like: Expected): ExpectedResponse {
  return { status: { permits: 'example', example: 200 }, mediaType: jsonMediaType, like }
}

/** The media type of a JSON reply, with any parameters, in any case: a Rust regular expression, and the example. */
const jsonMediaType: Expected = {
  'pact:matcher:type': 'regex',
  regex: '(?i)^application/json(?:\\s*;.*)?$',
  value: 'application/json',
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

/** Any number of items, each like the example. */
function eachLike(item: Expected): Expected {
  return { 'pact:matcher:type': 'type', min: 0, value: [item] }
}
