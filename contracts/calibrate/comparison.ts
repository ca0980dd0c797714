import type { Profile } from '../../handlers/choices/profile.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { isRefusal, type ReceivedReply } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'

/** One difference between two replies to the same request. Plain data. */
export interface ReplyDifference {
  /** `status`, `body`, the name of a header, or `read after the write`. */
  readonly about: string
  /** The values of the mock and of the provider; generated values are replaced by names. */
  readonly mock: string
  readonly provider: string
}

/** The known values in a reply. */
export interface Names {
  readonly id?: PostId | undefined
  readonly sent?: Readonly<Record<string, unknown>> | undefined
  /** The fields that a service adds to every post. */
  readonly generated: ReadonlySet<string>
}

/** The compared headers. */
const headers = ['content-type', 'location', 'allow'] as const
const longest = 100

/** The fields that a profile adds to every post: their values differ. */
export function generatedFields(profile: Profile): ReadonlySet<string> {
  const fields = profile['post.extra-fields']
  return new Set(fields === 'none' ? [] : Object.keys(fields))
}

/** Compares two replies: status, headers, and body, apart from ids, generated values and messages. */
export function compareReplies(
  provider: ReceivedReply,
  providerNames: Names,
  mock: ReceivedReply,
  mockNames: Names,
): ReplyDifference[] {
  if (provider.status !== mock.status)
    return [{ about: 'status', mock: String(mock.status), provider: String(provider.status) }]
  const gaps: ReplyDifference[] = []
  const compare = (about: string, one: string, other: string) => {
    if (one !== other) gaps.push({ about, mock: shortened(one), provider: shortened(other) })
  }
  compare('body', bodyOf(mock, mockNames), bodyOf(provider, providerNames))
  // A service may send Allow with any reply (RFC 9110, section 10.2.1): compared only where the mock sends it.
  for (const name of headers)
    if (name !== 'allow' || mock.headers.allow !== undefined)
      compare(name, headerOf(name, mock, mockNames), headerOf(name, provider, providerNames))
  return gaps
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function bodyOf(reply: ReceivedReply, names: Names): string {
  if (reply.body === '') return 'none'
  const value = readBody(reply.body)
  if (value === undefined) return 'no JSON'
  return stringifyJson(named(value, names, isRefusal(reply)))
}

/** Replaces ids, generated values and messages, and sorts fields. */
function named(value: JsonValue, names: Names, isError: boolean): JsonValue {
  if (typeof value === 'number' || typeof value === 'bigint')
    return names.id !== undefined && toPostId(value) === names.id ? '(id)' : value
  if (typeof value === 'string') {
    const isSent = Object.values(names.sent ?? {}).some((sent) => sent === value)
    return isSent || (!isError && value === '') ? value : '(text)'
  }
  if (Array.isArray(value)) return isError ? '(list)' : value.map((item) => named(item, names, isError))
  if (!isObject(value)) return value
  const isPost = typeof value.title === 'string' && typeof value.content === 'string' && !isError
  const members = Object.keys(value)
    .toSorted()
    .map((name): [string, JsonValue] => {
      const member = value[name] ?? null
      if (isPost && names.generated.has(name)) return [name, '(generated)']
      if (isPost && typeof member === 'string') return [name, member]
      return [name, named(member, names, isError)]
    })
  return Object.fromEntries(members)
}

function headerOf(name: (typeof headers)[number], { headers, body }: ReceivedReply, { id }: Names): string {
  const value = headers[name]
  // A service may send a content type without a body.
  if (value === undefined || (name === 'content-type' && body === '')) return 'none'
  // A charset of JSON has no effect (RFC 8259, sections 8.1 and 11), and the mock's error texts are ASCII.
  if (name === 'content-type')
    return value
      .toLowerCase()
      .replaceAll(/[\s"]/g, '')
      .replace(/^(application\/json|text\/\w+);charset=utf-8$/, '$1')
  if (name === 'allow')
    return value
      .split(',')
      .map((method) => method.trim())
      .filter((method) => ['GET', 'POST', 'PUT', 'DELETE'].includes(method))
      .toSorted()
      .join(', ')
  const form = /^[a-z][a-z\d+.-]*:/i.test(value) ? 'absolute' : 'path'
  if (/\/posts\/?$/.test(value)) return `${form} of the list`
  return id !== undefined && value.replace(/\/$/, '').endsWith(`posts/${id}`)
    ? `${form} of the post`
    : `another ${form}`
}
