import { expect, test } from 'vitest'
import { judgeRace, type RacedPost } from '../../../contracts/judge/race.ts'
import { type Exchange, jsonRequest, plainRequest } from '../../../contracts/scenarios/exchange.ts'

const texts = (name: string) => ({ title: `title ${name}`, content: `content ${name}` })
const post: RacedPost = {
  id: 7,
  before: texts('a'),
  isPrompt: true,
  sure: ['read', 'list'],
  needsPost: true,
}

type Moments = readonly [call: number, end: number]
const done = (request: Exchange['request'], status: number, body: unknown, at?: Moments): Exchange => ({
  request,
  reply: {
    status,
    headers: {},
    body: JSON.stringify(body) ?? '',
    ...(at && { at: { call: at[0], return: at[1] } }),
  },
})
const put = (name: string, at?: Moments, status = 200) =>
  done(jsonRequest('PUT', '/posts/7', texts(name)), status, {}, at)
const remove = (at?: Moments, status = 204) => done(plainRequest('DELETE', '/posts/7'), status, {}, at)
const read = (name: string, at?: Moments) =>
  done(plainRequest('GET', '/posts/7'), 200, { id: 7, ...texts(name) }, at)
const missing = (at?: Moments) => done(plainRequest('GET', '/posts/7'), 404, {}, at)
const list = (name: string | undefined, at?: Moments) =>
  done(plainRequest('GET', '/posts'), 200, name ? [{ id: 7, ...texts(name) }] : [], at)

type Case = [about: string, exchanges: readonly Exchange[], last?: Exchange, given?: Partial<RacedPost>]

const right: readonly Case[] = [
  [
    'an old read after a put that was answered: it may be late',
    [put('b', [0, 1]), read('a', [2, 3])],
    read('b'),
  ],
  ['a list that is older than a read', [put('b', [0, 9]), read('b', [1, 2]), list('a', [3, 4])], read('b')],
  ['a put that is refused', [put('b', [0, 1], 409)], read('a')],
  ['a put that failed, done or not', [put('b', [0, 1], 503), put('c', [2, 3], 500)], read('a')],
  ['a put that finds no post, beside a delete', [remove(), put('b', undefined, 404)], missing()],
  ['a put and a delete, where a put may create', [remove(), put('b')], read('b'), { needsPost: false }],
  ['deletes of which one finds no post', [remove(), remove(undefined, 404)], missing()],
  ['another post under the id of a deleted one', [remove(), read('n')], read('n')],
  [
    'lists before and after a delete beside a create with the same texts',
    [
      list('a', [0, 1]),
      remove([2, 5]),
      done(jsonRequest('POST', '/posts', texts('a')), 201, {}, [2, 3]),
      list('a', [4, 5]),
      list(undefined, [6, 7]),
    ],
    missing(),
  ],
  [
    'reads that go back in a view that may be late',
    [put('b', [0, 1]), read('b', [2, 3]), read('z', [4, 5])],
    read('b'),
    { sure: [] },
  ],
  ['texts that are changed as services do', [put('b ')], read('b')],
  ['overlapping reads in any order', [put('b', [0, 9]), read('b', [1, 4]), read('a', [2, 5])], read('b')],
]

test.each(right)('an order explains %s', (_about, exchanges, last, given) => {
  expect(judgeRace({ ...post, ...given }, exchanges, last).violation).toBeUndefined()
})

const wrong: readonly Case[] = [
  ['a read that goes back', [put('b', [0, 9]), read('b', [1, 2]), read('a', [3, 4])]],
  ['a list that goes back', [remove([0, 9]), list(undefined, [1, 2]), list('a', [3, 4])]],
  ['a read that shows an older version', [put('b'), read('z')]],
  [
    'a title of one write with the content of another',
    [put('b'), done(plainRequest('GET', '/posts/7'), 200, { id: 7, ...texts('b'), content: 'content a' })],
  ],
  ['a put that finds no post although it is there', [put('b'), put('c', undefined, 404)]],
  ['a put that is lost', [put('b'), read('a')], read('a')],
  ['a put that brings a deleted post back', [remove(), put('b')], read('b')],
  [
    'a post that is left as reads say it was before',
    [put('b', [0, 9]), put('c', [0, 9]), read('b', [1, 2]), read('c', [3, 4])],
    read('b'),
  ],
  ['a post that cannot be read after all', [put('b')], done(plainRequest('GET', '/posts/7'), 500, {})],
]

test.each(wrong)('no order explains %s', (_about, exchanges, last) => {
  const { exchange, isLeft } = judgeRace(post, exchanges, last)
  expect(exchange).toBe(last && isLeft ? last : exchanges.at(-1))
})

test('the states that writes may leave are those of the orders that explain them', () => {
  const writes = [put('b', [0, 9]), put('c', [0, 9])]
  expect(judgeRace(post, writes).states).toEqual([texts('c'), texts('b')])
})
