import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { jsonRequest, type SentRequest } from '../../../contracts/scenarios/exchange.ts'
import { scriptOf } from '../../../contracts/verify/script.ts'
import { curlOf } from '../../../contracts/wire/curl.ts'
import { hostileTexts } from '../../support/hostile-texts.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

const run = promisify(execFile)
const shells = await installed('bash', 'zsh', 'dash')
const curlIsMissing = (await installed('curl')).length === 0
const json = { 'content-type': 'application/json' }

test('names secrets as variables that no shell has already', () => {
  const secrets = ['Authorization', 'X-Api-Key', 'User', '9Lives', "It's"]
  const request = { method: 'GET', path: '/posts', headers: { authorization: 'Bearer s3cret', accept: '' } }
  expect(curlOf(request, { base: 'https://h/v1', secrets, insecure: true })).toBe(
    `curl -i -k https://h/v1/posts -H 'accept;' -H "Authorization: $AUTHORIZATION_HEADER" -H "X-Api-Key: $X_API_KEY_HEADER" ` +
      `-H "User: $USER_HEADER" -H "9Lives: $_9LIVES_HEADER" -H 'It'\\''s: '"$IT_S_HEADER"`,
  )
})

// A file name, a stream, shell syntax, what printf reads.
const texts: readonly string[] = [
  '@/etc/passwd',
  '@-',
  `'; echo "$HOME" \`id\` $(id) !! \\ \n & | > < * ? ~ #`,
  '-%s%d%%\\n\\0\\101',
  'line feeds\n\n',
]
// All of ASCII, text that turns round, a control character of two bytes.
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')
const values = [...hostileTexts, ascii, 'abc \u202e fed', 'a \u009b'].map((title) => ({ title }))
const bodies = [...texts, ...values.map((value) => JSON.stringify(value))]

test.skipIf(curlIsMissing).each(shells)(
  'sends the same text or JSON when pasted into %s (skipped where curl is missing)',
  async (shell) => {
    const server = await startScriptedServer(() => ({ status: 201, body: {} }))
    const request = { method: 'POST', path: '/posts?a=b%20c&d', headers: json }
    await pasted(
      shell,
      bodies.map((body) => curlOf({ ...request, body }, { base: server.url, secrets: [] })).join('\n'),
    )
    const sent = server.requests.map(({ body }) => body)
    expect(sent.slice(0, texts.length)).toEqual(texts)
    expect(sent.slice(texts.length).map((body) => JSON.parse(body))).toEqual(values)
    expect(new Set(server.lines)).toEqual(new Set(['POST /v1/posts?a=b%20c&d']))
    expect(server.requests.every(({ headers }) => headers['content-type'] === 'application/json')).toBe(true)
  },
)

test('keeps what a terminal would act on out of the line', () => {
  for (const body of bodies) {
    const command = curlOf(
      { method: 'POST', path: '/posts', headers: json, body },
      { base: 'http://h/v1', secrets: [] },
    )
    expect(command).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
  }
})

test('a script quotes the variable of an odd address', () => {
  const steps = [jsonRequest('POST', '/posts', {}), { method: 'GET', path: '/posts/7', headers: {} }]
  const reply = { status: 200, headers: {}, body: '{"id":7}' }
  const lines = steps.map((request, at) => ({ request, reply, made: at === 0 ? [7] : [] }))
  const url = 'http://h/it (a)/v1'
  const curl = (request: SentRequest, base = url) => curlOf(request, { base, secrets: [] })
  const script = scriptOf(lines, { url, curl })
  expect(script[0]).toBe(`URL='${url}'`)
  expect(script.at(-1)).toBe(`curl -i "$URL"/posts/\${ID:?}`)
})

async function installed(...programs: string[]): Promise<string[]> {
  const found = await Promise.allSettled(
    programs.map((program) => run(program, program === 'curl' ? ['--version'] : ['-c', 'exit'])),
  )
  return programs.filter((_program, at) => found[at]?.status === 'fulfilled')
}

/** Runs commands from the standard input, where they may be longer than an argument. */
async function pasted(shell: string, commands: string): Promise<void> {
  const running = run(shell, ['-s'])
  running.child.stdin?.end(`${commands}\n`)
  await running
}
