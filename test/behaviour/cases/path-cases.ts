import { type Case, casesOf, expecting, type Need, plainBody } from '../case.ts'

const methods = ['GET', 'HEAD', 'PUT', 'DELETE'] as const
const anyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const

/** A request, with the body of a post where its method takes one. */
const sending = (status: number, method: string, path: string) =>
  expecting(status, method, path, ['PUT', 'POST', 'PATCH'].includes(method) ? plainBody : undefined)

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

const queries = ['?_page=2&_limit=1', '?title=The+first+post', '?=', '?posts=/posts/1', '?%', '?a?b']

/** Whether a fact is one of many that no choice tells from the others: the presets are enough for it. */
const isOneOfMany = (place: number) => place % 3 !== 0

/** Paths and the ids in them, by every method. */
export const pathCases: readonly Case[] = [
  ...ids.flatMap(([fact, id], place) =>
    casesOf(
      { [fact]: methods.map((method) => sending(404, method, `/posts/${id}`)) },
      { heavy: isOneOfMany(place) },
    ),
  ),
  ...paths.flatMap(([fact, path, statuses, needs = []], place) =>
    casesOf(
      { [fact]: anyMethod.map((method, at) => sending(statuses[at] ?? 0, method, path)) },
      { needs, heavy: isOneOfMany(place) },
    ),
  ),
  ...casesOf({
    'reads an id whose digits are escaped': [
      sending(200, 'GET', '/posts/%31'),
      sending(404, 'GET', '/posts/%2D1'),
      sending(404, 'DELETE', '/posts/%31%30%30%30'),
    ],
    'answers a list with query parameters': queries.map((query) => sending(200, 'GET', `/posts${query}`)),
    'takes a question mark alone for no query': [
      sending(200, 'GET', '/posts?'),
      sending(200, 'HEAD', '/posts?'),
    ],
    'answers query parameters elsewhere': [
      sending(200, 'GET', '/posts/<first>?fields=title'),
      sending(200, 'HEAD', '/posts?page=1'),
      sending(201, 'POST', '/posts?dry=1'),
      sending(200, 'PUT', '/posts/<first>?upsert=1'),
      sending(204, 'DELETE', '/posts/<first>?soft=1'),
      sending(404, 'PUT', '/posts/<missing>?upsert=1'),
      sending(404, 'GET', '/posts/abc?fields=title'),
      sending(405, 'PATCH', '/posts/<second>?fields=title'),
      sending(404, 'GET', '/comments?page=1'),
    ],
  }),
]
