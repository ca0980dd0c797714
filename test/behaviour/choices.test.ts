import { describe, expect, test } from 'vitest'
import { completeProfile, type PartialProfile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choices } from '../../handlers/choices.ts'
import { createPostsMock } from '../../src/index.ts'
import type { Gate } from '../support/arbitrary-profile.ts'
import { type Reply, type Step, step } from './case.ts'
import { coreFor } from './hosts/core.ts'
import { withoutTimes } from './suite.ts'

/** What steps are answered, one after the other: the status alone, or all that {@link shown} shows. */
type Outcomes = readonly (number | string)[]

interface ChoiceCase {
  readonly steps: readonly Step[]
  /** The answers to other choices with which this one shows. */
  readonly beside?: PartialProfile
  readonly answers: readonly (readonly [answer: unknown, ...outcomes: Outcomes])[]
}

const create = (body = '{"title":"a","content":"b"}') => step('POST', '/posts', body)
const replace = (id: number, body = '{"title":"a","content":"b"}') => step('PUT', `/posts/${id}`, body)
const remove = (id: number | string) => step('DELETE', `/posts/${id}`)
const read = (id: number | string) => step('GET', `/posts/${id}`)
const list = step('GET', '/posts')
const titled = (title: string, content = 'b') => create(JSON.stringify({ title, content }))
const sized = (bytes: number) => titled('a', 'x'.repeat(bytes - '{"title":"a","content":""}'.length))
const plain = (body: string) => step('POST', '/posts', body, { 'content-type': 'text/plain' })

const of = (id: number | string) => `{"id":${id},"title":"a","content":"b"}`
const second = '{"id":2,"title":"The second post","content":"So was this one."}'
const page = (text: string) =>
  `<!doctype html><html lang="en"><title>Error</title><pre>${text}</pre></html>\n`

/** A reply in a line: its status, its Location and Allow, and its body; a list as the ids in it, a sentence as `…`. */
function shown({ status, headers, text }: Reply): string {
  const body = withoutTimes(text)
    .replace(/^\[\{.*\}\]$/s, (posts) => `[${[...posts.matchAll(/"id":(-?\d+)/g)].map(([, id]) => id)}]`)
    .replaceAll(/"(detail|message)":"(?:[^"\\]|\\.)*"/g, '"$1":"…"')
  return [status, headers.location, headers.allow, body].filter(Boolean).join(' ')
}

/** 2^53 and on: a float makes one of the first two, and one of the last two. */
const ids = ['9007199254740992', '9007199254740993', '9007199254740995', '9007199254740996']

/** By the document of the choices, what a request is answered for each of their answers. */
const table: { readonly [Id in Exclude<ChoiceId, Gate | 'cors.origins'>]: ChoiceCase } = {
  'create.status': {
    steps: [create()],
    answers: [
      [201, `201 /v1/posts/4 ${of(4)}`],
      [200, `200 /v1/posts/4 ${of(4)}`],
      [202, `202 /v1/posts/4 ${of(4)}`],
      [204, '204 /v1/posts/4'],
    ],
  },
  'create.body': {
    steps: [create()],
    beside: { 'create.location': 'no' },
    answers: [
      ['post', `201 ${of(4)}`],
      [{ id: 'id' }, '201 {"id":4}'],
      ['none', '201'],
      [{ data: 'post' }, `201 {"data":${of(4)}}`],
      ['id', '201 4'],
      [{ message: 'text', post: { id: 'id' } }, '201 {"message":"…","post":{"id":4}}'],
      [
        { all: ['title', 'content', '=ok', null, 'sent'] },
        '201 {"all":["a","b","ok",null,{"title":"a","content":"b"}]}',
      ],
    ],
  },
  'create.location': {
    steps: [create()],
    beside: { 'create.body': 'none' },
    answers: [
      ['yes', '201 /v1/posts/4'],
      ['no', '201'],
      ['absolute', '201 https://api.example.com/v1/posts/4'],
      ['list', '201 /v1/posts'],
    ],
  },
  'replace.status': {
    steps: [replace(2)],
    answers: [
      [200, `200 ${of(2)}`],
      [204, '204'],
      [201, `201 ${of(2)}`],
      [202, `202 ${of(2)}`],
    ],
  },
  'replace.body': {
    steps: [replace(2, '{"title":"a","content":"b","c":1}')],
    answers: [
      ['post', `200 ${of(2)}`],
      ['none', '200'],
      [{}, '200 {}'],
      [{ data: 'post' }, `200 {"data":${of(2)}}`],
      [{ message: 'text' }, '200 {"message":"…"}'],
      ['sent', '200 {"title":"a","content":"b","c":1}'],
    ],
  },
  'replace.missing': {
    steps: [replace(9), read(9), replace(10, '{}')],
    answers: [
      [404, 404, 404, 404],
      ['creates-201', `201 ${of(9)}`, `200 ${of(9)}`, 400],
      ['creates-200', `200 ${of(9)}`, `200 ${of(9)}`, 400],
      ['creates-204', '204', `200 ${of(9)}`, 400],
      [409, 409, 404, 409],
      [410, 410, 404, 410],
      [422, 422, 404, 422],
    ],
  },
  'replace.body-id': {
    steps: [replace(2, of(3)), replace(2, of(2))],
    answers: [
      ['ignored', `200 ${of(2)}`, `200 ${of(2)}`],
      ['refused', 400, `200 ${of(2)}`],
      [409, 409, `200 ${of(2)}`],
    ],
  },
  'delete.status': {
    steps: [remove(2)],
    answers: [
      [204, '204'],
      [200, '200'],
      [202, '202'],
    ],
  },
  'delete.body': {
    steps: [remove(2), remove(9)],
    beside: { 'delete.status': 200, 'delete.missing': 200 },
    answers: [
      ['none', '200', '200'],
      ['post', `200 ${second}`, '200'],
      [{}, '200 {}', '200 {}'],
      [{ message: 'text' }, '200 {"message":"…"}', '200 {"message":"…"}'],
      [1, '200 1', '200 1'],
      [['post'], '200 [2]', '200'],
    ],
  },
  'delete.missing': {
    steps: [remove(9)],
    answers: [
      [404, 404],
      [204, '204'],
      [200, '200'],
      [410, 410],
    ],
  },
  'input.required': {
    steps: [create('{"title":"a"}'), create('{"content":"b"}')],
    beside: { 'create.location': 'no' },
    answers: [
      ['title+content', 400, 400],
      ['title', '201 {"id":4,"title":"a","content":""}', 400],
      ['content', 400, '201 {"id":4,"title":"","content":"b"}'],
      ['none', '201 {"id":4,"title":"a","content":""}', '201 {"id":5,"title":"","content":"b"}'],
    ],
  },
  'input.empty': {
    steps: [titled('', 'b'), titled('a', '')],
    answers: [
      ['accepted', 201, 201],
      ['title-refused', 400, 201],
      ['content-refused', 201, 400],
      ['refused', 400, 400],
    ],
  },
  'input.wrong-type': {
    steps: [create('{"title":9007199254740993,"content":null}'), replace(4, '{"title":false,"content":[]}')],
    beside: { 'create.location': 'no' },
    answers: [
      ['refused', 400, 404],
      ['coerced', '201 {"id":4,"title":"9007199254740993","content":""}', 400],
      [422, 422, 404],
    ],
  },
  'input.unknown-fields': {
    steps: [
      create('{"title":"a","content":"b","c":[1],"__proto__":2}'),
      replace(1, '{"title":"a","content":"b","d":9007199254740993}'),
      replace(1),
    ],
    beside: { 'create.location': 'no' },
    answers: [
      ['ignored', `201 ${of(4)}`, `200 ${of(1)}`, `200 ${of(1)}`],
      ['refused', 400, 400, 200],
      [
        'stored',
        '201 {"id":4,"title":"a","content":"b","c":[1]}',
        '200 {"id":1,"title":"a","content":"b","d":9007199254740993}',
        `200 ${of(1)}`,
      ],
      [409, 409, 409, 200],
    ],
  },
  'input.client-id': {
    steps: [create(of(9)), create(of(2)), create(of('"7"')), create(of('true')), create(of('null'))],
    beside: { 'create.body': 'id', 'create.location': 'no' },
    answers: [
      ['ignored', '201 4', '201 5', '201 6', '201 7', '201 8'],
      ['refused', 400, 400, 400, 400, '201 4'],
      ['honoured', '201 9', 409, 400, 400, '201 10'],
      [422, 422, 422, 422, 422, '201 4'],
    ],
  },
  'input.invalid-status': {
    steps: [create('{"title":"a"}'), titled('a', ''), titled('aa'), create('[]'), create(of(9))],
    beside: { 'input.empty': 'refused', 'input.max-length': { title: 1 }, 'input.client-id': 'refused' },
    answers: [
      [400, 400, 400, 400, 400, 400],
      [422, 422, 422, 422, 422, 422],
      [{ missing: 400, 'wrong-type': 422, 'not-allowed': 400 }, 400, 400, 400, 422, 400],
      [{ missing: 422, 'wrong-type': 400, 'not-allowed': 422 }, 422, 422, 422, 400, 422],
      [{ missing: 410, 'wrong-type': 411, 'not-allowed': 412 }, 410, 410, 412, 411, 412],
    ],
  },
  'input.invalid-body': {
    steps: [create('{"content":7}'), create('[]'), create('{')],
    beside: { 'error.body': { code: 'status' } },
    answers: [
      ['same', '400 {"code":400}', '400 {"code":400}', '400 {"code":400}'],
      [
        { error: { statusCode: 'status', name: 'title', message: 'detail', details: 'errors' } },
        '400 {"error":{"statusCode":400,"name":"Bad Request","message":"…","details":[{"field":"title","fault":"missing","detail":"…"},{"field":"content","fault":"wrong-type","detail":"…"}]}}',
        '400 {"error":{"statusCode":400,"name":"Bad Request","message":"…","details":[]}}',
        '400 {"code":400}',
      ],
      [
        'fields',
        '400 {"title":["The field \\"title\\" is required."],"content":["The field \\"content\\" must be a string, not 7."]}',
        '400 {}',
        '400 {"code":400}',
      ],
      [
        { message: 'detail', errors: 'fields' },
        '400 {"message":"…","errors":{"title":["The field \\"title\\" is required."],"content":["The field \\"content\\" must be a string, not 7."]}}',
        '400 {"message":"…","errors":{}}',
        '400 {"code":400}',
      ],
      [
        'html',
        400,
        `400 ${page('The body is not a JSON object with title and content.')}`,
        '400 {"code":400}',
      ],
    ],
  },
  'input.malformed-status': {
    steps: [create('{'), create('[]')],
    answers: [
      [400, 400, 400],
      [422, 422, 400],
    ],
  },
  'input.media-type': {
    steps: [plain('{"title":"a","content":"b"}'), plain('{'), plain('')],
    beside: { 'input.required': 'none', 'create.location': 'no' },
    answers: [
      [415, 415, 415, 400],
      [400, 400, 400, 400],
      ['accepted', `201 ${of(4)}`, 400, 400],
      ['ignored', '201 {"id":4,"title":"","content":""}', '201 {"id":5,"title":"","content":""}', 400],
    ],
  },
  'input.max-length': {
    steps: [
      ...[100, 101, 200, 201, 255, 256].map((length) => titled('😀'.repeat(length))),
      ...[10_000, 10_001].map((length) => titled('a', 'b'.repeat(length))),
    ],
    answers: [
      ['none', 201, 201, 201, 201, 201, 201, 201, 201],
      [{ title: 255 }, 201, 201, 201, 201, 201, 400, 201, 201],
      [{ title: 100, content: 10_000 }, 201, 400, 400, 400, 400, 400, 201, 400],
      [{ title: 200, status: 413 }, 201, 201, 201, 413, 413, 413, 201, 201],
    ],
  },
  'input.max-bytes': {
    steps: [102_400, 102_401, 1_048_576, 1_048_577, 2_097_152, 2_097_153].map(sized),
    answers: [
      [1_048_576, 201, 201, 201, 413, 413, 413],
      ['none', 201, 201, 201, 201, 201, 201],
      [102_400, 201, 413, 413, 413, 413, 413],
      [2_097_152, 201, 201, 201, 201, 201, 413],
    ],
  },
  'text.kept': {
    steps: [titled(' e\u0301 \ufb01\0 ', '<b>&"\'\r\n1\r2\n')],
    beside: { 'create.body': ['title', 'content'], 'create.location': 'no' },
    answers: [
      ['verbatim', '201 [" e\u0301 \ufb01\\u0000 ","<b>&\\"\'\\r\\n1\\r2\\n"]'],
      ['trimmed', '201 ["e\u0301 \ufb01\\u0000","<b>&\\"\'\\r\\n1\\r2"]'],
      ['nfc', '201 [" \u00e9 \ufb01\\u0000 ","<b>&\\"\'\\r\\n1\\r2\\n"]'],
      ['lf', '201 [" e\u0301 \ufb01\\u0000 ","<b>&\\"\'\\n1\\r2\\n"]'],
      ['universal-newlines', '201 [" e\u0301 \ufb01\\u0000 ","<b>&\\"\'\\n1\\n2\\n"]'],
      ['crlf', '201 [" e\u0301 \ufb01\\u0000 ","<b>&\\"\'\\r\\n1\\r\\n2\\r\\n"]'],
      ['without-nul', '201 [" e\u0301 \ufb01 ","<b>&\\"\'\\r\\n1\\r2\\n"]'],
      ['html-escaped', '201 [" e\u0301 \ufb01\\u0000 ","&lt;b&gt;&amp;&quot;&#39;\\r\\n1\\r2\\n"]'],
    ],
  },
  'id.assignment': {
    steps: [list, create()],
    beside: { 'create.body': 'id', 'create.location': 'no' },
    answers: [
      ['sequential', '200 [1,2,3]', '201 4'],
      [{ from: 1000 }, '200 [1000,1001,1002]', '201 1003'],
      ['unordered', '200 [1284706571,1711401751,1846927162]', '201 314030919'],
      ['beyond-2^53', '200 [9007199254740993,9007199254740994,9007199254740995]', '201 9007199254740996'],
      [{ from: 0 }, '200 [0,1,2]', '201 3'],
    ],
  },
  'id.reuse': {
    steps: [remove(3), remove(1), create(), create(), remove(4), create()],
    beside: { 'create.body': 'id', 'create.location': 'no' },
    answers: [
      ['never', 204, 204, '201 4', '201 5', 204, '201 6'],
      ['highest-plus-one', 204, 204, '201 3', '201 4', 204, '201 4'],
      ['lowest-free', 204, 204, '201 1', '201 3', 404, '201 4'],
    ],
  },
  'id.malformed': {
    steps: [read('07'), remove('9223372036854775808'), read('9223372036854775807')],
    answers: [
      [404, 404, 404, 404],
      [400, 400, 400, 404],
      [422, 422, 422, 404],
    ],
  },
  'error.body': {
    steps: [create('{"content":"b"}')],
    answers: [
      [
        { status: 'status', title: 'title', detail: 'detail', errors: 'errors' },
        '400 {"status":400,"title":"Bad Request","detail":"…","errors":[{"field":"title","fault":"missing","detail":"…"}]}',
      ],
      [{ message: 'detail' }, '400 {"message":"…"}'],
      [{}, '400 {}'],
      ['none', '400'],
      [{ detail: 'detail' }, '400 {"detail":"…"}'],
      [
        { error: { statusCode: 'status', name: 'title', message: 'detail' } },
        '400 {"error":{"statusCode":400,"name":"Bad Request","message":"…"}}',
      ],
      ['html', `400 ${page('The field &quot;title&quot; is required.')}`],
      ['plain-text', '400 The field "title" is required.'],
    ],
  },
  'list.order': {
    steps: [...[1, 0, 2, 3].map((at) => create(of(ids[at] ?? ''))), create(of(-5)), list],
    beside: { 'input.client-id': 'honoured' },
    answers: [
      ['id-ascending', 201, 201, 201, 201, 201, `200 [-5,1,2,3,${ids}]`],
      ['id-descending', 201, 201, 201, 201, 201, `200 [${ids.toReversed()},3,2,1,-5]`],
      ['insertion', 201, 201, 201, 201, 201, `200 [1,2,3,${[ids[1], ids[0], ids[2], ids[3]]},-5]`],
      ['unordered', 201, 201, 201, 201, 201, `200 [${ids[2]},-5,2,${ids[0]},3,${ids[1]},1,${ids[3]}]`],
    ],
  },
  'post.extra-fields': {
    steps: [create('{"title":"a","content":"b","likes":-1}'), replace(4), read(4)],
    beside: { 'input.unknown-fields': 'stored', 'create.location': 'no' },
    answers: [
      ['none', '201 {"id":4,"title":"a","content":"b","likes":-1}', `200 ${of(4)}`, `200 ${of(4)}`],
      [
        { createdAt: 'timestamp' },
        '201 {"id":4,"title":"a","content":"b","likes":-1,"createdAt":"a time"}',
        '200 {"id":4,"title":"a","content":"b","createdAt":"a time"}',
        '200 {"id":4,"title":"a","content":"b","createdAt":"a time"}',
      ],
      [
        { author: 'string', likes: 'integer', score: 'number', published: 'boolean' },
        '201 {"id":4,"title":"a","content":"b","likes":261,"author":"amber","score":80.64999999999999,"published":true}',
        '200 {"id":4,"title":"a","content":"b","author":"amber","likes":261,"score":80.64999999999999,"published":true}',
        '200 {"id":4,"title":"a","content":"b","author":"amber","likes":261,"score":80.64999999999999,"published":true}',
      ],
    ],
  },
  'method.other': {
    steps: [step('PATCH', '/posts', '{}'), step('POST', '/posts/1', '{}')],
    beside: { 'error.body': 'none' },
    answers: [
      [405, '405 GET, POST, HEAD, OPTIONS', '405 GET, PUT, DELETE, HEAD, OPTIONS'],
      [404, '404', '404'],
      [501, '501', '501'],
    ],
  },
}

async function outcomesOf(
  steps: readonly Step[],
  profile: PartialProfile,
  expected: Outcomes,
): Promise<Outcomes> {
  const core = coreFor(completeProfile(profile))
  const outcomes: (number | string)[] = []
  for (const [at, each] of steps.entries()) {
    const reply = await core.send(each)
    outcomes.push(typeof expected[at] === 'number' ? reply.status : shown(reply))
  }
  return outcomes
}

describe.each(Object.entries(table))('%s', (id, { steps, beside, answers }) => {
  test.each(answers.map(([answer, ...outcomes]) => ({ answer, outcomes })))(
    'is answered $answer',
    async ({ answer, outcomes }) => {
      const profile = { ...beside, [id]: answer } as PartialProfile
      expect(await outcomesOf(steps, profile, outcomes)).toEqual(outcomes)
    },
  )

  test('has each of its answers here', () => {
    const listed: readonly unknown[] = choices[id as ChoiceId].answers
    expect(answers.map(([answer]) => answer).slice(0, listed.length)).toEqual(listed)
  })
})

test.each<[fact: string, profile: PartialProfile, steps: readonly Step[], outcomes: Outcomes]>([
  [
    'a text is empty, and has its length, as it is kept',
    { 'text.kept': 'trimmed', 'input.empty': 'refused', 'input.max-length': { title: 1 } },
    [titled('  '), titled(' a ')],
    [400, 201],
  ],
  [
    'a body that is ignored lacks what is required',
    { 'input.media-type': 'ignored', 'input.required': 'title' },
    [plain('{"title":"a","content":"b"}')],
    [400],
  ],
  [
    'an id that is taken is told like any other field',
    { 'input.client-id': 'honoured', 'input.invalid-body': { wrong: 'errors' } },
    [create(of(2))],
    ['409 {"wrong":[{"field":"id","fault":"taken","detail":"…"}]}'],
  ],
  [
    'the highest int64 may be brought, and lower ids are given out then',
    { 'input.client-id': 'honoured', 'id.reuse': 'highest-plus-one', 'create.body': 'none' },
    [create(of('9223372036854775807')), create(), create()],
    ['201 /v1/posts/9223372036854775807', '201 /v1/posts/4', '201 /v1/posts/5'],
  ],
])('%s', async (_fact, profile, steps, outcomes) => {
  expect(await outcomesOf(steps, profile, outcomes)).toEqual(outcomes)
})

test('a replaced post keeps the time at which it was created', async () => {
  let now = 0
  const profile = { 'post.extra-fields': { createdAt: 'timestamp' } } as const
  const mock = createPostsMock({ posts: 0, profile, now: () => now++ })
  const fields = { title: 'a', content: 'b' }
  const { id, ...created } = await mock.posts.create(fields)
  expect(await mock.posts.replace(id, fields)).toEqual({ id, ...created })
})

const origin = 'https://page.example'
const sending = 'content-type,x-understudy-world'
const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': sending }
const permitted = {
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Location, Allow, Link, Retry-After, WWW-Authenticate',
  vary: 'Origin',
}

test.each([
  ['any', permitted],
  ['none', {}],
] as const)('with %s, a page of another origin gets the headers %j', async (answer, headers) => {
  const core = coreFor(completeProfile({ 'cors.origins': answer, 'delete.status': 204 }))
  expect((await core.send(step('DELETE', '/posts/1', undefined, { origin }))).headers).toEqual(headers)
  const preflight = await core.send(step('OPTIONS', '/posts/2', undefined, { origin, ...asked }))
  const methods = 'GET, PUT, DELETE, HEAD, OPTIONS'
  expect([preflight.status, preflight.headers]).toEqual([
    204,
    answer === 'none'
      ? { allow: methods }
      : {
          ...headers,
          'access-control-allow-methods': methods,
          'access-control-allow-headers': sending,
          'access-control-max-age': '600',
        },
  ])
})
