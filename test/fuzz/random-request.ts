import { randomFrom } from '../../handlers/model/random.ts'
import type { Step } from '../behaviour/case.ts'
import { hostileTexts } from '../support/hostile-texts.ts'

/** A source of random choices that its seed repeats. */
export interface Dice {
  /** A whole number from 0, below a limit. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  /** True so many times out of a hundred. */
  chance(percent: number): boolean
}

/** Makes dice of a seed and a number. */
export function throwDice(seed: number, round: number): Dice {
  const random = randomFrom(seed, 'fuzz', round)
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    chance: (percent) => below(100) < percent,
  }
}

const methods = ['GET', 'GET', 'POST', 'POST', 'PUT', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']
const oddMethods = ['TRACE', 'PROPFIND', 'LINK', 'M-SEARCH', 'get', 'Post', 'BREW', 'QUERY', '__proto__']
const junk = ['', ...'/ // . .. % %2F %00 %zz é 😀 ? # & ; + - 0 7'.split(' '), ' ']
const words = 'posts post Posts comments constructor __proto__ null NaN 1e3 0x7 v1'.split(' ')
const mediaTypes = [
  ...['application/json', 'application/json', 'application/json', 'application/json; charset=utf-8'],
  ...[
    'text/plain',
    'application/jsonp',
    '',
    ';',
    'application/json, text/plain',
    'APPLICATION/JSON;x',
    'application/json;charset=latin1',
    'multipart/form-data',
  ],
]
const origins = ['https://page.example', 'null', 'http://localhost:5173', 'é']

/** Any request at all, most of them nearly right. */
export function randomRequest(dice: Dice, ids: readonly bigint[]): Step {
  const method = dice.chance(4) ? dice.pick(oddMethods) : dice.pick(methods)
  const path = randomPath(dice, ids, method)
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body = dice.chance(takesBody ? 95 : 6) ? randomBody(dice, ids) : undefined
  const headers: Record<string, string> = {}
  if (body !== undefined && dice.chance(97))
    headers['content-type'] = dice.chance(85) ? 'application/json' : dice.pick(mediaTypes)
  if (dice.chance(4))
    headers.accept = dice.pick([
      '*/*',
      'text/html',
      'application/json;q=0',
      '*;q=0, text/*',
      ',;q=1',
      'a;q=0,*/*',
    ])
  if (body !== undefined && dice.chance(3))
    headers['content-encoding'] = dice.pick(['gzip', 'br', 'identity', ' ,', 'identity,identity', 'x'])
  if (dice.chance(10)) headers.origin = dice.pick(origins)
  if (method === 'OPTIONS' && dice.chance(60)) {
    headers['access-control-request-method'] = dice.pick([...methods, ...oddMethods])
    if (dice.chance(50))
      headers['access-control-request-headers'] = dice.pick(['content-type', 'X-A, content-type', ''])
  }
  if (dice.chance(5))
    headers[dice.pick(['accept', 'x-junk', 'cookie', 'range', 'if-match', 'constructor'])] = dice.pick(words)
  return { method, path, headers, body }
}

function randomPath(dice: Dice, ids: readonly bigint[], method: string): string {
  const onList = method === 'POST' ? 90 : method === 'PUT' || method === 'DELETE' ? 5 : 30
  let path = dice.chance(onList) ? '/posts' : `/posts/${randomId(dice, ids)}`
  if (dice.chance(4)) path = `/${dice.pick(words)}/${dice.pick(words)}`
  while (dice.chance(6)) {
    const at = dice.below(path.length + 1)
    path = path.slice(0, at) + dice.pick(junk) + path.slice(at + dice.below(2))
  }
  return dice.chance(8) ? `${path}?${dice.pick(['', 'a=b', '_page=2', '=', '%', '?', 'title=é'])}` : path
}

function randomId(dice: Dice, ids: readonly bigint[]): string {
  if (dice.chance(75) && ids.length > 0) return `${dice.pick(ids)}`
  const edges = [2n ** 53n, 2n ** 63n, -(2n ** 63n), 2n ** 31n, 0n, 10n ** 30n]
  const near = dice.pick(edges) + BigInt(dice.below(5) - 2)
  return dice.pick([
    `${near}`,
    `${dice.below(50)}`,
    dice.pick(words),
    dice.pick(junk),
    `0${near}`,
    `${near}.0`,
  ])
}

/** Any body at all, most of them nearly a post. */
export function randomBody(dice: Dice, ids: readonly bigint[]): string | Uint8Array {
  const kind = dice.below(100)
  if (kind < 2) return new Uint8Array(Array.from({ length: dice.below(60) }, () => dice.below(256)))
  if (kind < 4) return '['.repeat(dice.below(1200)) + ']'.repeat(dice.below(1200))
  if (kind < 6) return randomJson(dice, 3)
  let text = randomPost(dice, ids)
  while (dice.chance(8)) {
    const at = dice.below(text.length + 1)
    const put = dice.pick([
      '"',
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '\\',
      '0',
      ' ',
      '\ufeff',
      '\u0000',
      'é',
      '\ud800',
      text.slice(0, 40),
    ])
    text = text.slice(0, at) + put + text.slice(at + dice.below(3))
  }
  return text
}

function randomPost(dice: Dice, ids: readonly bigint[]): string {
  const fields: string[] = []
  const field = (name: string, value: string) => fields.push(`${JSON.stringify(name)}:${value}`)
  for (const name of ['title', 'content'])
    if (dice.chance(90)) field(name, dice.chance(90) ? JSON.stringify(randomText(dice)) : randomJson(dice, 2))
  if (dice.chance(12)) field('id', dice.chance(70) ? randomNumber(dice, ids) : randomJson(dice, 1))
  while (dice.chance(18))
    field(
      dice.pick([...words, 'title', 'content', 'createdAt', 'likes', randomText(dice)]),
      randomJson(dice, 4),
    )
  if (dice.chance(20)) fields.reverse()
  return `{${fields.join(dice.chance(90) ? ',' : ' ,\n')}}`
}

function randomText(dice: Dice): string {
  if (dice.chance(60)) return `Text ${dice.below(1000)}`
  return dice.chance(3)
    ? dice.pick(hostileTexts).repeat(dice.below(2000))
    : dice.pick(hostileTexts) + dice.pick(hostileTexts)
}

function randomNumber(dice: Dice, ids: readonly bigint[]): string {
  const plain = ids.length > 0 && dice.chance(50) ? `${dice.pick(ids)}` : `${dice.below(2000) - 100}`
  return dice.pick([
    plain,
    plain,
    plain,
    `${2n ** 63n - BigInt(dice.below(4))}`,
    `${2n ** 53n + 1n}`,
    '1.5',
    '-0',
    '1e2',
    '7.0',
  ])
}

function randomJson(dice: Dice, depth: number): string {
  const kind = dice.below(depth > 0 ? 8 : 5)
  if (kind === 0) return dice.pick(['null', 'true', 'false'])
  if (kind < 3) return randomNumber(dice, [])
  if (kind < 5) return JSON.stringify(randomText(dice))
  const items = Array.from({ length: dice.below(4) }, () => randomJson(dice, depth - 1))
  if (kind === 5) return `[${items.join()}]`
  return `{${items.map((item) => `${JSON.stringify(dice.pick([...words, 'a', '']))}:${item}`).join()}}`
}
