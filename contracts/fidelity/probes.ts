import { defined } from '../../handlers/model/defined.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { SentRequest } from '../document/exchange.ts'

/** Documented requests, requests with odd input, and requests beyond the document. */
export type Tier = 'documented' | 'odd' | 'beside'

export const tiers: readonly Tier[] = ['documented', 'odd', 'beside']

/** A request that is sent to the provider and to the mock. */
export interface Probe {
  readonly tier: Tier
  readonly operation: OperationName | 'beside'
  readonly request: SentRequest
  readonly id?: PostId
  /** The fields of an unambiguous JSON body. */
  readonly fields?: Readonly<Record<string, unknown>>
}

export interface Material {
  /** A post of the run. */
  readonly id: PostId
  /** An unused id, and the id of a deleted post. */
  readonly missing: PostId
  readonly gone: PostId
  /** A unique title. */
  readonly mark: string
}

const json = { 'content-type': 'application/json' }
const sentence = 'Nothing in particular is said here, and that at some length. '

/** Texts that every service accepts. */
const plain = ['', ' and a few words more', ': 1, 2, 3', ' in Zürich', '? Yes! (No.)']
/** Contents that a service may change or refuse. */
const contents = [
  '  blanks around  ',
  'one\r\ntwo\nthree',
  'e\u0301 and \u00e9',
  '<b>bold</b> & "quoted" it\'s',
  'nul \u0000 inside',
  '👩‍👩‍👧 東京',
  '',
  ' ',
  sentence.repeat(4),
  sentence.repeat(80),
  'null',
  '{"a":[1]}',
]

type Make = (material: Material, pick: <Item>(items: readonly Item[]) => Item) => Omit<Probe, 'tier'>

/** The fields of an ordinary post. */
function post({ mark }: Material, pick: <Item>(items: readonly Item[]) => Item) {
  return { title: `${mark}${pick(plain)}`, content: `About ${mark}${pick(plain)}` }
}

function creating(fields: Readonly<Record<string, unknown>>): Omit<Probe, 'tier'> {
  const request = { method: 'POST', path: '/posts', headers: json, body: stringifyJson(fields) }
  return { operation: 'create', request, fields }
}

function replacing(id: PostId, fields: Readonly<Record<string, unknown>>): Omit<Probe, 'tier'> {
  const request = { method: 'PUT', path: `/posts/${id}`, headers: json, body: stringifyJson(fields) }
  return { operation: 'replace', id, request, fields }
}

function reading(id: PostId, path = `/posts/${id}`, headers = {}): Omit<Probe, 'tier'> {
  return { operation: 'read', id, request: { method: 'GET', path, headers } }
}

function deleting(id: PostId): Omit<Probe, 'tier'> {
  return { operation: 'delete', id, request: { method: 'DELETE', path: `/posts/${id}`, headers: {} } }
}

function beside(request: Partial<SentRequest>, id?: PostId): Omit<Probe, 'tier'> {
  const whole = { method: 'GET', path: '/posts', headers: {}, ...request }
  return { operation: 'beside', request: whole, ...defined({ id }) }
}

/** JSON bodies that the document does not describe. */
const oddFields: readonly ((mark: string) => Readonly<Record<string, unknown>>)[] = [
  (mark) => ({ title: mark }),
  (mark) => ({ content: mark }),
  (mark) => ({ title: '', content: mark }),
  (mark) => ({ title: '   ', content: mark }),
  (mark) => ({ title: 42, content: mark }),
  (mark) => ({ title: null, content: mark }),
  (mark) => ({ title: mark, content: null }),
  (mark) => ({ title: mark, content: 3.5 }),
  (mark) => ({ title: mark, content: 'c', author: 'Ada', tags: ['a', 'b'] }),
  (mark) => ({ title: `${mark} ${sentence.repeat(2)}`, content: 'c' }),
  (mark) => ({ title: `${mark} ${sentence.repeat(6)}`, content: 'c' }),
  (mark) => ({ title: `${mark} ${sentence.repeat(20)}`, content: 'c' }),
]

/** Bodies that are almost JSON, or have another media type. */
const oddBodies: readonly ((body: string) => Partial<SentRequest>)[] = [
  (body) => ({ body: body.slice(0, -1) }),
  (body) => ({ body: `${body},` }),
  () => ({ body: 'null' }),
  () => ({ body: '"text"' }),
  () => ({ body: '' }),
  (body) => ({ body, headers: { 'content-type': 'text/plain' } }),
  (body) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  (body) => ({ body, headers: { 'content-type': 'application/json; charset=utf-16' } }),
  (body) => ({ body, headers: {} }),
  (body) => ({ body: `\ufeff${body}` }),
  (body) => ({ body: `  ${body}\n` }),
]

/**
 * Fields only for replaces: a created post without the texts that were sent could not be removed.
 */
const odderFields: typeof oddFields = [
  ...oddFields,
  (mark) => ({ title: true, content: mark }),
  (mark) => ({ title: mark, content: ['a'] }),
  (mark) => ({ title: mark, content: { a: 1 } }),
]
const odderBodies: typeof oddBodies = [...oddBodies, (body) => ({ body: `[${body}]` })]

/** The probes of each tier, with equal probability. */
const kinds: Readonly<Record<Tier, readonly Make[]>> = {
  documented: [
    () => ({ operation: 'list', request: { method: 'GET', path: '/posts', headers: {} } }),
    ({ id }) => reading(id),
    ({ missing }) => reading(missing),
    ({ gone }) => reading(gone),
    (material, pick) => creating(post(material, pick)),
    (material, pick) => creating(post(material, pick)),
    (material, pick) => replacing(material.id, post(material, pick)),
    (material, pick) => replacing(material.id, post(material, pick)),
    ({ id }) => deleting(id),
    ({ gone }) => deleting(gone),
    ({ missing }) => deleting(missing),
    (material, pick) => replacing(material.missing, post(material, pick)),
  ],
  odd: [
    ({ mark }, pick) => creating(pick(oddFields)(mark)),
    ({ id, mark }, pick) => replacing(id, pick(odderFields)(mark)),
    ({ mark }, pick) => creating({ title: mark, content: pick(contents) }),
    ({ id, mark }, pick) => replacing(id, { title: mark, content: pick(contents) }),
    ({ mark }, pick) => untrusted(creating({ title: mark, content: 'c' }), pick(oddBodies)),
    ({ id, mark }, pick) => untrusted(replacing(id, { title: mark, content: 'c' }), pick(odderBodies)),
    ({ id, missing, mark }) => replacing(id, { id: missing, title: mark, content: 'c' }),
    ({ mark }) => creating({ id: null, title: mark, content: 'c' }),
    ({ missing, mark }) => replacing(missing, { title: mark }),
  ],
  beside: [
    ({ id }, pick) => beside({ method: pick(['HEAD', 'OPTIONS']), path: `/posts/${id}` }, id),
    (_material, pick) => beside({ method: pick(['HEAD', 'OPTIONS']) }),
    (_material, pick) => beside({ path: `/posts/${pick(['abc', '1.5', '9223372036854775808', '%20'])}` }),
    (_material, pick) => beside({ path: pick(['/posts?page=2', '/posts?q=a%20b', '/posts?_limit=1']) }),
    ({ id }) => beside({ path: `/posts/${id}?fields=title` }, id),
    ({ id }, pick) =>
      beside(
        { path: pick([`/posts/${id}/`, `/POSTS/${id}`, `/posts/00${id}`, `/posts/${id}/comments`]) },
        id,
      ),
    (_material, pick) => beside({ path: pick(['/post', '/users', '/']) }),
    ({ id }, pick) =>
      beside({ path: `/posts/${id}`, headers: { accept: pick(['image/png', 'text/*', '*/*']) } }, id),
  ],
}

/** A probe with a spoilt body. */
function untrusted(
  { fields: _fields, ...probe }: Omit<Probe, 'tier'>,
  spoil: (body: string) => Partial<SentRequest>,
): Omit<Probe, 'tier'> {
  return { ...probe, request: { ...probe.request, ...spoil(String(probe.request.body)) } }
}

/** Tiers by frequency. */
const weights: readonly Tier[] = [
  ...Array.from({ length: 5 }, () => 'documented' as const),
  ...Array.from({ length: 3 }, () => 'odd' as const),
  ...Array.from({ length: 2 }, () => 'beside' as const),
]

/** A probe without the posts that it is about. */
export interface ProbeDraw {
  readonly tier: Tier
  readonly make: (material: Material) => Omit<Probe, 'tier'>
  /** Which of the run's posts it is about, from 0 (included) to 1 (excluded). */
  readonly position: number
  /** Whether it may make a post under an unused id, or without a mark. */
  readonly isAlone: boolean
}

/** Draws a probe. @param random from 0 (included) to 1 (excluded). */
export function drawProbe(random: () => number): ProbeDraw {
  const numbers = Array.from({ length: 5 }, random)
  const pickFrom = (at: number) => {
    let next = at
    return <Item>(items: readonly Item[]): Item =>
      items[Math.floor((numbers[next++] ?? 0) * items.length)] as Item
  }
  const pick = pickFrom(1)
  const tier = pick(weights)
  const kind = pick(kinds[tier])
  const make = (material: Material) => kind(material, pickFrom(3))
  return { tier, make, position: numbers[0] ?? 0, isAlone: mayMakeForeign(make(sample).request) }
}

const sample: Material = { id: 1, missing: 2, gone: 3, mark: 'mark' }

function mayMakeForeign({ method, path, body }: SentRequest): boolean {
  if (method === 'POST') return !body?.includes(sample.mark)
  return method === 'PUT' && path !== `/posts/${sample.id}`
}
