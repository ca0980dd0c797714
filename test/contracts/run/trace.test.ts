import { expect, test } from 'vitest'
import { type SequenceExchange, scriptOf, traceOf } from '../../../contracts/run/trace.ts'
import type { SentRequest } from '../../../contracts/spec/exchange.ts'
import { curlOf } from '../../../contracts/wire/curl.ts'

const mark = 'pu-x-s1-'

const linesOf = (moves: readonly SequenceExchange[]) => traceOf(moves, mark)

function move(
  method: string,
  path: string,
  answer: [number, unknown],
  more: Partial<SequenceExchange> = {},
): SequenceExchange {
  const [status, body] = answer
  const reply = { status, headers: {}, body: body === undefined ? '' : JSON.stringify(body) }
  const sent = method === 'POST' || method === 'PUT' ? '{"title":"pu-x-s1-1 a","content":"one"}' : undefined
  const headers: Record<string, string> = sent === undefined ? {} : { 'content-type': 'application/json' }
  const request: SentRequest = { method, path, headers, body: sent }
  return { step: 1, request, reply, isAtOnce: false, ...more }
}

function post(id: number, content = 'one') {
  return { id, title: `${mark}${id} a`, content }
}

const created = (id: number, more: Partial<SequenceExchange> = {}) =>
  move('POST', '/posts', [201, post(id)], { made: id, ...more })
const curl = (base: string) => (request: SentRequest) => curlOf(request, { base, secrets: [] })

test('makes commands of a trace, with a variable for an id that comes again', () => {
  const trace = linesOf([
    created(7),
    created(8),
    move('DELETE', '/posts/7', [204, undefined]),
    move('GET', '/posts', [200, []]),
  ])
  const script = scriptOf(trace, curl('http://127.0.0.1:3000/v1'))
  expect(script.slice(0, 2)).toEqual([
    expect.stringMatching(/^ids\(\)/),
    expect.stringMatching(/^new_id\(\)/),
  ])
  expect(script.slice(2).map((line) => line.replace(/ -H .*(?= \|)| -H .*(?=;)/, ''))).toEqual([
    'post1=$(curl -s -i -X POST http://127.0.0.1:3000/v1/posts | new_id)',
    'curl -i -X POST http://127.0.0.1:3000/v1/posts; echo',
    'curl -i -X DELETE http://127.0.0.1:3000/v1/posts/$post1; echo',
    'curl -i http://127.0.0.1:3000/v1/posts',
  ])
})

test('tells an id that no post has yet by the distance to one that has', () => {
  const trace = linesOf([created(7), move('GET', '/posts/8', [404, undefined]), created(8)])
  expect(scriptOf(trace, curl('http://127.0.0.1:3000/v1'))[3]).toBe(
    'curl -i http://127.0.0.1:3000/v1/posts/$((post1 + 1)); echo',
  )
})

test('sends concurrent requests in the background', () => {
  const atOnce = { step: 2, isAtOnce: true }
  const trace = linesOf([
    created(7),
    move('DELETE', '/posts/7', [204, undefined], atOnce),
    move('GET', '/posts/7', [404, undefined], atOnce),
    move('GET', '/posts', [200, []], { step: 2 }),
  ])
  expect(scriptOf(trace, curl('http://127.0.0.1:3000/v1')).slice(3)).toEqual([
    'curl -i -X DELETE http://127.0.0.1:3000/v1/posts/$post1 &',
    'curl -i http://127.0.0.1:3000/v1/posts/$post1 &',
    'wait',
    'curl -i http://127.0.0.1:3000/v1/posts',
  ])
})

test('keeps a variable outside the quotes that an odd address needs', () => {
  const trace = linesOf([created(7), move('GET', '/posts/7', [200, post(7)])])
  expect(scriptOf(trace, curl('http://127.0.0.1:3000/it (a)/v1')).at(-1)).toBe(
    `curl -i 'http://127.0.0.1:3000/it (a)/v1/posts/'"$post1"`,
  )
})
