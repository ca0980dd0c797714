import { expect, test } from 'vitest'
import { asCurl } from '../../../src/devtools/repeatable.ts'
import { createPostsMock } from '../../../src/index.ts'

const base = 'http://127.0.0.1:4010/v1'

async function curlOf(path: string, init: RequestInit = {}): Promise<string> {
  const mock = createPostsMock({ baseUrl: base, onWarning: () => {} })
  await mock.fetch(base + path, init)
  const [entry] = mock.journal.requests
  if (!entry) throw new Error('No request came.')
  return asCurl(entry, base)
}

const json = { 'content-type': 'application/json' }

test.each<[string, RequestInit, string]>([
  ['/posts', {}, 'curl -i http://127.0.0.1:4010/v1/posts'],
  ['/posts/1', { method: 'DELETE' }, 'curl -i -X DELETE http://127.0.0.1:4010/v1/posts/1'],
  ['/posts/1', { method: 'HEAD' }, 'curl -I http://127.0.0.1:4010/v1/posts/1'],
  ['/posts?q[]=a&b=c', {}, `curl -i -g 'http://127.0.0.1:4010/v1/posts?q[]=a&b=c'`],
  [
    '/posts',
    { headers: { 'x-empty': '', 'x-a': "it's" } },
    `curl -i http://127.0.0.1:4010/v1/posts -H 'x-a: it'\\''s' -H 'x-empty;'`,
  ],
  [
    '/posts',
    { headers: { authorization: 'Bearer s3cret' } },
    'curl -i http://127.0.0.1:4010/v1/posts -H "authorization: $AUTHORIZATION"',
  ],
  [
    '/posts',
    { headers: { '2token`reboot`': 's3cret' } },
    `curl -i http://127.0.0.1:4010/v1/posts -H '2token\`reboot\`: '"$_2TOKEN_REBOOT_"`,
  ],
  [
    '/posts',
    { method: 'POST', headers: json, body: '{"title":"it\'s \\u202e","content":9007199254740993}' },
    `curl -i -X POST http://127.0.0.1:4010/v1/posts -H 'content-type: application/json' --data-raw '{"title":"it'\\''s \\u202e","content":9007199254740993}'`,
  ],
  [
    '/posts',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'no JSON' },
    `curl -i -X POST http://127.0.0.1:4010/v1/posts -H 'content-type: text/plain' --data-raw 'no JSON'`,
  ],
  [
    '/posts',
    { headers: { 'x-a': 'tab\tand \u009b31m' } },
    `curl -i http://127.0.0.1:4010/v1/posts -H $'x-a: tab\\011and \\302\\23331m'`,
  ],
  [
    '/posts',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'no \u001b[2J JSON' },
    `curl -i -X POST http://127.0.0.1:4010/v1/posts -H 'content-type: text/plain' --data-raw $'no \\033[2J JSON'`,
  ],
])('%s with %j is %s', async (path, init, command) => {
  expect(await curlOf(path, init)).toBe(command)
})
