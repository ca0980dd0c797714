import { expect, test } from 'vitest'
import { momentText } from '../../../contracts/report/cause.ts'
import { scriptOf } from '../../../contracts/run/commands.ts'
import { shrinkCandidates } from '../../../contracts/run/shrink-candidates.ts'
import type { Step } from '../../../contracts/run/step.ts'
import { type SequenceExchange, traceOf } from '../../../contracts/run/trace.ts'
import type { SentRequest } from '../../../contracts/spec/exchange.ts'
import { curlOf } from '../../../contracts/wire/client.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'

const mark = 'pu-x-s1-'

const linesOf = (moves: readonly SequenceExchange[]) => traceOf(moves, mark, completeProfile())

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
  return { step: 1, request, reply, posts: [], isLook: false, ...more }
}

function post(id: number, content = 'one') {
  return { id, title: `${mark}${id} a`, content }
}

const created = (id: number, more: Partial<SequenceExchange> = {}) =>
  move('POST', '/posts', [201, post(id)], { made: id, ...more })
const curl = (base: string) => (request: SentRequest) => curlOf(base, request)

test('tells both sides of an answer where they say otherwise', async () => {
  const stale = move('GET', '/posts/1', [200, post(1, 'old')], {
    isLook: true,
    posts: [post(1, 'new')],
  })
  const [made, read] = await linesOf([created(1), stale])
  expect(made?.isSame).toBe(true)
  expect(read).toMatchObject({ isSame: false, provider: { status: 200 }, mock: { status: 200 } })
  expect([read?.provider.body, read?.mock.body]).toEqual([
    expect.stringContaining('old'),
    expect.stringContaining('new'),
  ])
})

test('says of a list what the other side does not have, and how many posts are ours', async () => {
  const listed = move('GET', '/posts', [200, [post(1), { id: 7, title: 'of others', content: '' }]], {
    posts: [post(1), post(2)],
  })
  const [line] = await linesOf([listed])
  expect(line).toMatchObject({ provider: { posts: 1, body: '[]' }, mock: { posts: 2 } })
  expect(line?.mock.body).toContain(`${mark}2 a`)
})

test('tells many creates as one line', async () => {
  const moves = Array.from({ length: 101 }, (_, at) => created(at + 1))
  expect((await linesOf([...moves, move('GET', '/posts', [200, []])])).map(({ times }) => times)).toEqual([
    101, 1,
  ])
})

test('tells looks with the same answer as one line', async () => {
  const look = move('GET', '/posts/1', [404, undefined], { isLook: true })
  expect((await linesOf([created(1), look, look, look])).map(({ times }) => times)).toEqual([1, 3])
})

test('does not care for statuses and bodies of writes, which the document leaves open', async () => {
  const bare = created(1, { reply: { status: 204, headers: {}, body: '' } })
  expect((await linesOf([bare]))[0]?.isSame).toBe(true)
})

test('makes commands of a trace, with a variable for an id that comes again', async () => {
  const trace = await linesOf([
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
    'a=$(curl -s -i -X POST http://127.0.0.1:3000/v1/posts | new_id)',
    'curl -i -X POST http://127.0.0.1:3000/v1/posts; echo',
    'curl -i -X DELETE http://127.0.0.1:3000/v1/posts/$a; echo',
    'curl -i http://127.0.0.1:3000/v1/posts',
  ])
})

test('tells an id that no post has yet by the distance to one that has', async () => {
  const trace = await linesOf([created(7), move('GET', '/posts/8', [404, undefined]), created(8)])
  expect(scriptOf(trace, curl('http://127.0.0.1:3000/v1'))[3]).toBe(
    'curl -i http://127.0.0.1:3000/v1/posts/$((a + 1)); echo',
  )
})

test('sends for several clients at once, for each one request after the other', async () => {
  const by = (client: number, sent: number, answered: number) => ({
    step: 2,
    moment: { client, sent, answered },
  })
  const trace = await linesOf([
    created(7),
    move('DELETE', '/posts/7', [204, undefined], by(1, 1, 5)),
    move('GET', '/posts/7', [404, undefined], by(2, 2, 3)),
    move('GET', '/posts/7', [200, post(7)], by(2, 4, 6)),
    move('GET', '/posts', [200, []], { step: 2 }),
  ])
  const read = 'curl -i http://127.0.0.1:3000/v1/posts/$a'
  expect(scriptOf(trace, curl('http://127.0.0.1:3000/v1')).slice(3)).toEqual([
    'curl -i -X DELETE http://127.0.0.1:3000/v1/posts/$a &',
    `(${read}; ${read}) &`,
    'wait',
    'curl -i http://127.0.0.1:3000/v1/posts',
  ])
  expect(trace.slice(1, 4).flatMap(({ moment }) => (moment ? momentText(moment) : []))).toEqual([
    'client 1 |---|',
    'client 2 .||',
    'client 2 ...|-|',
  ])
})

test('keeps a variable outside the quotes that an odd address needs', async () => {
  const trace = await linesOf([created(7), move('GET', '/posts/7', [200, post(7)])])
  expect(scriptOf(trace, curl('http://127.0.0.1:3000/it (a)/v1')).at(-1)).toBe(
    `curl -i 'http://127.0.0.1:3000/it (a)/v1/posts/'"$a"`,
  )
})

test('offers nothing that is longer, and comes to an end whatever is taken', async () => {
  let steps: readonly Step[] = [
    { do: 'many', write: 'create', from: 0, count: 101 },
    { do: 'replace', post: -1, texts: 9, look: 'both' },
    { do: 'create', texts: { like: { deleted: -1 }, version: -2, near: true, content: 4 }, look: 'read' },
    {
      do: 'at once',
      clients: [
        [{ do: 'list' }],
        [{ do: 'read', post: -1 }],
        [
          { do: 'replace', post: 3, texts: { like: 5, version: 0 } },
          { do: 'delete', post: -1 },
        ],
      ],
    },
    { do: 'read', post: { near: 2, offset: 'shorter' }, times: 6 },
  ]
  let taken = 0
  // The last offer is the least bold one: this is the longest way to nothing.
  for (let next = [...shrinkCandidates(steps)]; next.length > 0; next = [...shrinkCandidates(steps)]) {
    expect(next.every((each) => JSON.stringify(each) !== JSON.stringify(steps))).toBe(true)
    steps = next.at(-1) ?? []
    expect(++taken).toBeLessThan(1000)
  }
  expect(steps.length).toBeLessThanOrEqual(1)
})
