import fc, { type Arbitrary } from 'fast-check'
import type { Step } from '../behaviour/case.ts'
import { hostileTexts } from '../support/hostile-texts.ts'

/** The usual so many times as often as each of the others. */
function usually<Value>(
  times: number,
  usual: Arbitrary<Value>,
  ...rare: Arbitrary<Value>[]
): Arbitrary<Value> {
  return fc.oneof({ arbitrary: usual, weight: times }, ...rare)
}

interface Place {
  readonly at: number
  readonly piece: string
  readonly gone: number
}

/** A text, or one in which something else is in the place of some characters. */
function spoilt(text: Arbitrary<string>, ...pieces: string[]): Arbitrary<string> {
  const place = fc.record({ at: fc.nat(), piece: fc.constantFrom(...pieces), gone: fc.nat(2) })
  return fc
    .tuple(text, usually<Place[]>(8, fc.constant([]), fc.array(place, { maxLength: 3 })))
    .map(([whole, places]) =>
      places.reduce((spoiling, { at, piece, gone }) => {
        const start = at % (spoiling.length + 1)
        return spoiling.slice(0, start) + piece + spoiling.slice(start + gone)
      }, whole),
    )
}

type Field = [name: string, json: string]
const from = (...values: string[]) => fc.constantFrom(...values)
/** Ids of posts that exist, by the names of behaviour cases. */
const existing = from('<first>', '<second>', '<third>', '<last>')
const words = 'posts post Posts comments constructor __proto__ null NaN 1e3 0x7 v1'.split(' ')
const junk = ['', ...'/ // . .. % %2F %00 %zz é 😀 ? # & ; + - 0 7'.split(' '), ' ']
const edges = [2n ** 53n, 2n ** 63n, -(2n ** 63n), 2n ** 31n, 0n, 10n ** 30n]
const nearEdge = fc.tuple(fc.constantFrom(...edges), fc.bigInt(-2n, 2n)).map(([edge, by]) => `${edge + by}`)

const id = usually(
  12,
  existing,
  nearEdge,
  fc.nat(50).map(String),
  from(...words, ...junk),
  nearEdge.map((number) => `0${number}`),
)
const odd = from('TRACE', 'PROPFIND', 'LINK', 'M-SEARCH', 'get', 'Post', 'BREW', 'QUERY', '__proto__')
const methods = from('GET', 'GET', 'POST', 'POST', 'POST', 'PUT', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH')
const single = id.map((each) => `/posts/${each}`)
const elsewhere = fc.tuple(from(...words), from(...words)).map(([one, other]) => `/${one}/${other}`)
const query = from('', '?', '?a=b', '?_page=2', '?=', '?%', '??', '?title=é')
const paths = {
  list: usually(15, fc.constant('/posts'), single, elsewhere),
  single: usually(15, single, fc.constant('/posts'), elsewhere),
  either: usually(12, fc.oneof(fc.constant('/posts'), single), elsewhere),
}

const text = usually(
  2,
  fc.nat(1000).map((number) => `Text ${number}`),
  fc.tuple(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileTexts)).map((both) => both.join('')),
  fc.tuple(fc.constantFrom(...hostileTexts), fc.nat(60)).map(([each, times]) => each.repeat(times)),
)
const number = fc.oneof(
  existing,
  fc.integer({ min: -100, max: 1900 }).map(String),
  nearEdge,
  from('1.5', '-0', '1e2', '7.0'),
)
const quoted = text.map((each) => JSON.stringify(each))
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    from('null', 'true', 'false'),
    number,
    quoted,
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc.array(fc.tuple(from(...words, 'a', ''), tie('json')), { maxLength: 3 }).map(objectOf),
  ),
}))
const own = (name: string, value: Arbitrary<string>) =>
  usually<Field[]>(
    9,
    value.map((each) => [[name, each]]),
    fc.constant([]),
  )
const more = fc.tuple(from(...words, 'id', 'title', 'content', 'createdAt', 'likes'), fc.oneof(json, number))
const post = fc
  .tuple(
    own('title', usually(9, quoted, json)),
    own('content', usually(9, quoted, json)),
    usually<Field[]>(4, fc.constant([]), fc.array(more, { maxLength: 3 })),
  )
  .map((fields) => objectOf(fields.flat()))

const bodies = usually<string | Uint8Array>(
  30,
  spoilt(post, ...'"{}[]:,\\0 '.split(''), '\ufeff', '\u0000', 'é', '\ud800'),
  json,
  fc.uint8Array({ maxLength: 60 }),
  fc.nat(1200).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
)

const types = [
  ...['text/plain', 'application/jsonp', '', ';', 'application/json, text/plain', 'APPLICATION/JSON;x'],
  ...['application/json; charset=utf-8', 'application/json;charset=latin1', 'multipart/form-data'],
]
const asked = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'X-A, content-type',
}
const headers = fc
  .tuple(
    usually(12, fc.constant('application/json'), from(...types)).map((type) => ({ 'content-type': type })),
    usually(
      20,
      fc.constant({}),
      header('accept', '*/*', 'text/html', 'application/json;q=0', '*;q=0, text/*', ',;q=1'),
    ),
    usually(
      30,
      fc.constant({}),
      header('content-encoding', 'gzip', 'br', 'identity', ' ,', 'identity,identity'),
    ),
    usually(
      9,
      fc.constant({}),
      header('origin', 'https://page.example', 'null', 'http://localhost:5173', 'é'),
    ),
    usually(
      20,
      fc.constant({}),
      fc.constant(asked),
      header('range', ...words),
      header('constructor', ...words),
    ),
  )
  .map((parts): Record<string, string> => Object.assign({}, ...parts))

/** Any request at all, most of them nearly right. */
export const randomRequest: Arbitrary<Step> = usually(24, methods, odd).chain((method) => {
  const onOne = method === 'PUT' || method === 'DELETE'
  const path = spoilt(method === 'POST' ? paths.list : onOne ? paths.single : paths.either, ...junk)
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const none = fc.constant(undefined)
  const body = takesBody ? usually<Step['body']>(20, bodies, none) : usually<Step['body']>(15, none, bodies)
  return fc
    .record({ method: fc.constant(method), path, query: usually(12, fc.constant(''), query), headers, body })
    .map(({ path, query, headers: { 'content-type': type, ...others }, body, ...step }) => ({
      ...step,
      path: path + query,
      headers: body === undefined || type === undefined ? others : { ...others, 'content-type': type },
      body,
    }))
})

function objectOf(fields: readonly Field[]): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`
}

function header(name: string, ...values: string[]): Arbitrary<object> {
  return from(...values).map((value) => ({ [name]: value }))
}
