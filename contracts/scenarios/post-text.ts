import { decodeHTMLStrict } from 'entities/decode'
import { choices } from '../../handlers/choices.ts'
import { eachField, fieldNames, type PostFields } from '../../handlers/fields.ts'
import { isObject, type JsonValue, parseJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { keepText } from '../../handlers/operations/post-input.ts'
import { idInLocation, type PostKey } from './addresses.ts'
import type { Exchange, ReceivedReply } from './exchange.ts'

/** From this length on, in characters, a body is kept as long as no other is read. */
const long = 65_536
/** A run reads the same long list again and again. */
let latest: { readonly body: string; readonly value: JsonValue | undefined } = { body: '', value: undefined }

/** Reads a body as JSON; undefined where it is not. The result must not be changed. */
export function readBody(body: string): JsonValue | undefined {
  if (body.length < long) return parsed(body)
  if (latest.body !== body) latest = { body, value: parsed(body) }
  return latest.value
}

function parsed(body: string): JsonValue | undefined {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

/** The objects of a reply that may be its post: the reply itself, or what it wraps (`{ "data": { … } }`). */
export function postsIn(value: JsonValue | undefined): readonly { [key: string]: JsonValue }[] {
  if (!isObject(value)) return []
  // A post may have members with a title of their own, such as an author.
  if (fieldNames.some((name) => name in value)) return [value]
  const candidates = [value, ...Object.values(value)].filter(isObject)
  return candidates.filter((each) => 'id' in each || fieldNames.some((name) => name in each))
}

/** A post as received. */
export type ReceivedPost = PostFields & { readonly id: PostId }

/** Reads a post from a JSON value; undefined where its shape is wrong (clause `post.shape`). */
export function asPost(value: JsonValue | undefined): ReceivedPost | undefined {
  if (!isObject(value)) return undefined
  const id = toPostId(value.id)
  const texts = eachField((name) => value[name])
  return id !== undefined && Object.values(texts).every((text) => typeof text === 'string')
    ? { id, ...(texts as PostFields) }
    : undefined
}

/** All texts of a post, one in a line. */
export function textOf(post: PostFields): string {
  return fieldNames.map((name) => post[name]).join('\n')
}

/** Whether a body is a post, perhaps of a wrong shape. */
export function isPostLike(body: unknown): boolean {
  const names = isObject(body) ? Object.keys(body).map((name) => name.toLowerCase()) : []
  return fieldNames.some((name) => names.includes(name))
}

/** The items of a list; undefined where the body is not an array. */
export function asList(body: string): readonly JsonValue[] | undefined {
  const value = readBody(body)
  return Array.isArray(value) ? value : undefined
}

/** Whether a text of a post contains a marker. */
export function carries(post: unknown, marker: string): boolean {
  return (
    isObject(post) && fieldNames.some((name) => typeof post[name] === 'string' && post[name].includes(marker))
  )
}

/** The texts that a request sends for its post. */
export function sentTexts({ request }: Pick<Exchange, 'request'>): Partial<PostFields> {
  const body = readBody(request.body ?? '')
  if (!isObject(body)) return {}
  const texts = fieldNames.filter((field) => typeof body[field] === 'string')
  return Object.fromEntries(texts.map((field) => [field, body[field]]))
}

/** An escaped text as `html-escaped` spells it: PHP, Python and JavaScript write other entities for a quote. */
export function usualEntities(text: string): string {
  return text.replaceAll(/&#?\w+;/g, (entity) => keepText('html-escaped', decodeHTMLStrict(entity)))
}

const changes = choices['text.kept'].answers.filter((answer) => answer !== 'verbatim')
/** Whether a text is the sent one, apart from the changes of `text.kept`, one or several: real services make these. */
export function isKept(sent: string, kept: string): boolean {
  if (sent === kept) return true
  const forms = new Set([sent])
  for (const change of changes) for (const form of [...forms]) forms.add(keepText(change, form))
  return forms.has(kept) || forms.has(usualEntities(kept))
}

/** Whether both texts of a post are the sent ones, apart from named changes. */
export function areKept(sent: PostFields, kept: PostFields): boolean {
  return fieldNames.every((name) => isKept(sent[name], kept[name]))
}

/** The ids that the reply to a create names, in its body and its Location. */
export function idsNamedBy({ body, headers }: ReceivedReply): readonly PostId[] {
  return [idInBody(body), idInLocation(headers.location)].filter((id) => id !== undefined)
}

/** The keys that the reply to a create names: ids, and a UUID or another word in the place of one. */
export function keysNamedBy(reply: ReceivedReply): readonly PostKey[] {
  const [, segment = ''] = /\/posts\/([^/?#]+)\/?$/.exec(reply.headers.location ?? '') ?? []
  const words = [segment, ...postsIn(readBody(reply.body)).map(({ id }) => id)]
  return [...new Set([...idsNamedBy(reply), ...words.filter(isWordOfPost).slice(0, 1)])]
}

/** Whether a value in the place of an id is the last segment of an address, such as a UUID. */
export function isWordOfPost(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.~-]{1,100}$/.test(value) && !/^-?\d+$/.test(value)
}

/** The id in the body of a reply, also of a wrapped post (`{ "data": { "id": 7 } }`). */
export function idInBody(body: string): PostId | undefined {
  return postsIn(readBody(body))
    .map((object) => toPostId(object.id))
    .find((id) => id !== undefined)
}

/** An item of a list that is not a post, or that has the id of another item. */
export interface OddItem {
  readonly item: JsonValue
  readonly id: PostId | undefined
  /** The item before it with the same id. */
  readonly earlier?: JsonValue
}

/** The items of a list by id. Immutable. */
export interface Listing {
  readonly ids: ReadonlySet<PostId>
  readonly odd: readonly OddItem[]
  /** The last item with an id; undefined where it is not a post. */
  get(id: PostId): ReceivedPost | undefined
  marked(marker: string): readonly JsonValue[]
}

/** Indexes the items of a list by id. */
export function listingOf(items: readonly JsonValue[]): Listing {
  const byId = new Map<PostId, JsonValue>()
  const odd: OddItem[] = []
  for (const item of items) {
    const id = isObject(item) ? toPostId(item.id) : undefined
    const earlier = id === undefined ? undefined : byId.get(id)
    if (id !== undefined) byId.set(id, item)
    if (earlier !== undefined) odd.push({ item, id, earlier })
    else if (!asPost(item)) odd.push({ item, id })
  }
  return {
    odd,
    // Keeping only the ids must not keep the items in memory.
    ids: new Set(byId.keys()),
    get: (id) => asPost(byId.get(id)),
    marked: (marker) => items.filter((item) => carries(item, marker)),
  }
}
