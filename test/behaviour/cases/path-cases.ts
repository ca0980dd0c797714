import { type Case, type Need, plainBody, step } from '../case.ts'

const methods = ['GET', 'HEAD', 'PUT', 'DELETE'] as const
const anyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const

function send(method: string, path: string) {
  return step(
    method,
    path,
    method === 'PUT' || method === 'POST' || method === 'PATCH' ? plainBody : undefined,
  )
}

const ids: readonly (readonly [fact: string, id: string])[] = [
  ['answers the highest int64', '9223372036854775807'],
  ['answers the lowest int64', '-9223372036854775808'],
  ['answers zero', '0'],
  ['answers minus one', '-1'],
  ['answers an id that a float rounds', '9007199254740993'],
  ['answers an id one above int64', '9223372036854775808'],
  ['answers an id one below int64', '-9223372036854775809'],
  ['answers an id of thirty digits', '123456789012345678901234567890'],
  ['answers an id of a thousand digits', '9'.repeat(1000)],
  ['finds no id in letters', 'abc'],
  ['finds no id in a fraction', '7.0'],
  ['finds an id behind zeros, or not', '001'],
  ['finds no id in a plus sign', '+7'],
  ['finds no id in an escaped plus sign', '%2B7'],
  ['finds no id in an exponent', '1e3'],
  ['finds no id in a hexadecimal', '0x7'],
  ['finds no id in a blank', '%20'],
  ['finds no id in a blank behind digits', '7%20'],
  ['finds no id in a line break', '%0A7'],
  ['finds no id in a NUL', '7%00'],
  ['finds no id in full-width digits', '%EF%BC%97'],
  ['finds no id in Arabic digits', '%D9%A7'],
  ['finds no id in a minus sign alone', '-'],
  ['finds no id in minus zero', '-0'],
  ['finds no id in a typographic minus', '%E2%88%927'],
  ['finds no id in an escaped slash', '1%2F2'],
  ['finds no id in an escape alone', '%25'],
  ['finds no id in broken UTF-8', '%E0%A4'],
  ['finds no id in null', 'null'],
  ['finds no id in NaN', 'NaN'],
  ['finds no id in a comma', '1,000'],
  ['finds no id in a parameter', '7;v=1'],
  ['finds no id in quotes', '%227%22'],
  ['finds no id in braces', '%7Bid%7D'],
  ['finds no id in a thousand letters', 'x'.repeat(1000)],
  ['finds no id in __proto__', '__proto__'],
]

const nothing = [404, 404, 404, 404, 404, 404, 404]
const ofList = [200, 200, 201, 405, 405, 405, 204]
const ofPost = [200, 200, 405, 200, 204, 405, 204]
const ofNoPost = [404, 404, 405, 404, 404, 405, 204]

const paths: readonly (readonly [fact: string, path: string, statuses: number[], needs?: Need[]])[] = [
  ['finds nothing at the base address', '', nothing],
  ['finds nothing at the base address with a slash', '/', nothing],
  ['finds nothing at another collection', '/comments', nothing],
  ['finds nothing below a post', '/posts/<first>/comments', nothing],
  ['finds nothing where a letter is missing', '/post', nothing],
  ['finds nothing where a letter is too many', '/postss/<first>', nothing],
  ['serves a post in capitals, or not', '/POSTS/<first>', nothing],
  ['serves the list in capitals, or not', '/Posts', nothing],
  ['finds nothing behind a file name', '/posts.json', nothing],
  ['finds nothing behind an escaped slash', '/posts%2F<first>', nothing],
  ['finds nothing behind two slashes', '//posts', nothing],
  ['finds nothing between two slashes', '/posts//<first>', nothing],
  ['finds nothing behind two slashes at the end', '/posts//', nothing],
  ['finds nothing behind two slashes after a post', '/posts/<first>//', nothing],
  ['finds nothing at a constructor', '/constructor', nothing],
  ['serves the list with a slash at the end, or not', '/posts/', ofList],
  ['serves a post with a slash at the end, or not', '/posts/<first>/', ofPost],
  ['serves a post that does not exist with a slash at the end, or not', '/posts/<missing>/', ofNoPost],
  ['finds the list behind escaped letters', '/p%6Fsts', ofList],
  ['finds a post behind escaped letters', '/%70%6f%73%74%73/<first>', ofPost],
  ['finds nothing behind a broken escape', '/posts%', nothing, ['raw-path']],
  ['finds no id in a broken escape', '/posts/%', ofNoPost, ['raw-path']],
  ['finds no id in a broken escape of a digit', '/posts/%3', ofNoPost, ['raw-path']],
]

/** Whether a fact is one of many that no choice tells from the others: the presets are enough for it. */
const isOneOfMany = (place: number) => place % 3 !== 0

/** Paths and the ids in them, by every method. */
export const pathCases: readonly Case[] = [
  ...ids.map(([fact, id], place) => ({
    fact,
    steps: methods.map((method) => send(method, `/posts/${id}`)),
    statuses: [404, 404, 404, 404],
    heavy: isOneOfMany(place),
  })),
  ...paths.map(([fact, path, statuses, needs = []], place) => ({
    fact,
    steps: anyMethod.map((method) => send(method, path)),
    statuses,
    needs,
    heavy: isOneOfMany(place),
  })),
  {
    fact: 'reads an id whose digits are escaped',
    steps: [send('GET', '/posts/%31'), send('GET', '/posts/%2D1'), send('DELETE', '/posts/%31%30%30%30')],
    statuses: [200, 404, 404],
  },
  {
    fact: 'answers a list with query parameters',
    steps: ['?_page=2&_limit=1', '?title=The+first+post', '?=', '?posts=/posts/1', '?%', '?a?b'].map(
      (query) => send('GET', `/posts${query}`),
    ),
    statuses: [200, 200, 200, 200, 200, 200],
  },
  {
    fact: 'takes a question mark alone for no query',
    steps: [send('GET', '/posts?'), send('HEAD', '/posts?')],
    statuses: [200, 200],
  },
  {
    fact: 'answers query parameters elsewhere',
    steps: [
      send('GET', '/posts/<first>?fields=title'),
      send('HEAD', '/posts?page=1'),
      send('POST', '/posts?dry=1'),
      send('PUT', '/posts/<first>?upsert=1'),
      send('DELETE', '/posts/<first>?soft=1'),
      send('PUT', '/posts/<missing>?upsert=1'),
      send('GET', '/posts/abc?fields=title'),
      send('PATCH', '/posts/<second>?fields=title'),
      send('GET', '/comments?page=1'),
    ],
    statuses: [200, 200, 201, 200, 204, 404, 404, 405, 404],
  },
]
