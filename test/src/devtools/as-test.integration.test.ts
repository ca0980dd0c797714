import { expect, test } from 'vitest'
import { asTest } from '../../../src/devtools/as-test.ts'
import { createPostsMock, type PostsMockOptions } from '../../../src/index.ts'
import { runVitestProject } from '../../support/vitest-project.ts'

const base = 'http://127.0.0.1:4010/v1'
const json = { 'content-type': 'application/json' }

interface Case {
  readonly name: string
  readonly options?: PostsMockOptions
  readonly fault?: Parameters<ReturnType<typeof createPostsMock>['faults']['next']>[1]
  readonly path: string
  readonly init?: RequestInit
}

const write = (method: string, body: string): RequestInit => ({ method, headers: json, body })

const cases: readonly Case[] = [
  { name: 'list', path: '/posts' },
  { name: 'read', path: '/posts/2' },
  { name: 'read-missing', path: '/posts/99' },
  { name: 'read-malformed', path: '/posts/x' },
  { name: 'query', path: '/posts?page=2' },
  { name: 'head', path: '/posts/2', init: { method: 'HEAD' } },
  { name: 'patch', path: '/posts/2', init: write('PATCH', '{"title":"a"}') },
  {
    name: 'create',
    path: '/posts',
    init: write('POST', '{"title":"it\'s \\ud83d\\u0000","content":"b\\n"}'),
  },
  {
    name: 'create-big',
    path: '/posts',
    init: write('POST', '{"id":9007199254740993,"title":"a","content":"b"}'),
  },
  { name: 'create-bad', path: '/posts', init: write('POST', '{"title":1}') },
  { name: 'create-broken', path: '/posts', init: write('POST', '{"title"') },
  { name: 'replace', path: '/posts/2', init: write('PUT', '{"title":"a","content":"b"}') },
  { name: 'replace-missing', path: '/posts/99', init: write('PUT', '{"title":"a","content":"b"}') },
  {
    name: 'replace-creates',
    options: { profile: { 'replace.missing': 'creates-201', 'text.kept': 'trimmed' } },
    path: '/posts/9007199254740993',
    init: write('PUT', '{"title":" a ","content":"b"}'),
  },
  { name: 'delete', path: '/posts/2', init: { method: 'DELETE' } },
  {
    name: 'delete-missing',
    options: { profile: { 'delete.missing': 410 } },
    path: '/posts/99',
    init: { method: 'DELETE' },
  },
  {
    name: 'json-server',
    options: { profile: 'json-server' },
    path: '/posts',
    init: write('POST', '{"title":"a"}'),
  },
  {
    name: 'bearer',
    options: { profile: { 'access.credentials': 'bearer' } },
    path: '/posts?access_token=s3cret',
    init: {
      ...write('POST', '{"title":"a","content":"b"}'),
      headers: { ...json, authorization: 'Bearer s3cret' },
    },
  },
  {
    name: 'basic',
    options: { profile: { 'access.credentials': 'basic' } },
    path: '/posts/2',
    init: { headers: { authorization: `Basic ${btoa('me:s3cret')}` } },
  },
  {
    name: 'key',
    options: { profile: { 'access.credentials': { header: 'x-key' } } },
    path: '/posts/2',
    init: { headers: { 'x-key': 's3cret' } },
  },
  {
    name: 'wrong-key',
    options: { profile: { 'access.credentials': { header: 'x-key' } }, credentials: 'another' },
    path: '/posts/2',
    init: { headers: { 'x-key': 's3cret' } },
  },
  { name: 'fault-status', fault: { status: 503, headers: { 'retry-after': '1' } }, path: '/posts' },
  { name: 'fault-network', fault: 'network-error', path: '/posts/2' },
  { name: 'fault-timeout', fault: 'timeout', path: '/posts' },
  { name: 'fault-lost', fault: 'reply-lost', path: '/posts/2', init: { method: 'DELETE' } },
  { name: 'fault-truncated', fault: 'truncated', path: '/posts/2' },
]

test('a copied test repeats the request, and passes', async () => {
  const files: Record<string, string> = {
    'vitest.config.js': 'export default { test: { isolate: false, fileParallelism: false } }',
  }
  for (const { name, options, fault, path, init } of cases) {
    const mock = createPostsMock({ baseUrl: base, posts: 3, onWarning: () => {}, ...options })
    if (fault !== undefined) mock.faults.next('any', fault)
    const signal = fault === 'timeout' ? { signal: AbortSignal.timeout(20) } : {}
    await mock.fetch(base + path, { ...init, ...signal }).catch(() => {})
    const [entry] = mock.journal.requests
    if (!entry) throw new Error(`No request came of ${name}.`)
    files[`${name}.test.ts`] = asTest(entry, mock.world, base)
  }
  const { code, output } = await runVitestProject(files)
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringContaining(`Tests  ${cases.length} passed`),
  })
})
