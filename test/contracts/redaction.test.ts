import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRedactor, redactorFor, withoutCredentials, withoutSecrets } from '../../contracts/redaction.ts'
import { encodeWith, encodings, secrets } from '../support/encodings.ts'

test('takes what is secret out of what a provider repeats, and leaves the rest', () => {
  vi.stubEnv('https_proxy', 'http://proxy-user:pr0xypass@proxy.example.com:3128')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { text } = redactorFor({
    urls: ['http://ann:p%40ssw0rd@127.0.0.1/v1'],
    headers: {
      Authorization: 'Bearer tok-abc',
      Cookie: 'sid=c00kie; theme="soft-dark"',
      'X-Tenant': 'posts',
      Accept: 'application/json',
    },
  })
  expect(text('Bearer tok-abc, TOK-ABC and c00kie to /posts as application/json for ann')).toBe(
    'Bearer [secret], [secret] and [secret] to /posts as application/json for ann',
  )
  expect(text('p@ssw0rd p%40ssw0rd pr0xypass soft-dark')).toBe('[secret] [secret] [secret] [secret]')
})

test.each([
  ['an API key as user name', { urls: ['http://sk_live_1234@127.0.0.1/v1'] }, 'sk_live_1234'],
  ['a key in the query', { urls: ['http://127.0.0.1/v1?api_key=abcdef'] }, 'abcdef'],
  ['an address that is none', { urls: ['htp:/ann:hunter2@h'] }, 'hunter2'],
  ['a host without a scheme', { urls: ['ann:hunter2@example.com/v1'] }, 'hunter2'],
  ['what the provider decoded', { headers: { Cookie: 'sid=s%3A4x%2F7' } }, 's:4x/7'],
  ['what the provider encoded otherwise', { headers: { Cookie: 'sid=s%3A4x%2F7' } }, 's%3a4x%2f7'],
])('knows %s for a secret', (_name, given, secret) => {
  expect(redactorFor(given).text(`it is ${secret}.`)).toBe('it is [secret].')
})

test.each([
  ['https://api.example.com/@team/v1', 'https://api.example.com/@team/v1'],
  ['https://ann:p@ss@api.example.com/@team/v1?token=tea#top', 'https://api.example.com/@team/v1'],
  ['https://ann:p/ss@api.example.com/v1', 'https://api.example.com/v1'],
  ['ann:pass@api.example.com/v1', 'api.example.com/v1'],
])('%s without credentials is %s', (address, shown) => {
  expect(withoutCredentials(address)).toBe(shown)
})

test('takes every secret out, in any two encodings one inside another', () => {
  fc.assert(
    fc.property(
      secrets,
      fc.array(fc.constantFrom(...encodings), { maxLength: 2 }),
      fc.string(),
      fc.string(),
      fc.infiniteStream(fc.nat()),
      (secret, names, before, after, draws) => {
        const encoded = encodeWith(names, secret, () => draws.next().value)
        const left = createRedactor([secret]).text(`${before} ${encoded} ${after}`)
        expect(left).toContain('[secret]')
        const part = encoded.slice(encoded.length / 4, (3 * encoded.length) / 4)
        fc.pre(!before.includes(part) && !after.includes(part))
        expect(left).not.toContain(part)
      },
    ),
    { numRuns: 300 },
  )
})

test('takes a part of a secret out where a text is cut off in it', () => {
  const { text } = createRedactor(['s3cr3t-pass', 'a-long-token-of-forty-characters-1234567'])
  expect(text('Bearer s3cr3t-p… (300 characters)')).toBe('Bearer [secret]… (300 characters)')
  expect(text('a-long-token-of-for… (9 characters) …characters-1234567')).toBe(
    '[secret]… (9 characters) …[secret]',
  )
  expect(text(`${Buffer.from('the a-long-token-of').toString('base64')}… (9 characters)`)).toMatch(
    /^.{6}\[secret\].?=*… \(9 characters\)$/,
  )
})

test('leaves the address of the provider alone where a secret has a part of it', () => {
  const { text } = redactorFor({
    urls: ['https://staging.example.com/v1'],
    headers: { Cookie: 'back=https://staging.example.com/v1/login?nonce=zyxwvuts' },
  })
  expect(text('HELD  https://staging.example.com/v1')).toBe('HELD  https://staging.example.com/v1')
  expect(text('at /v1/login?nonce=zyxwvuts')).toBe('at [secret]')
})

test('no session that the provider opened is left in data', () => {
  const headers = { 'set-cookie': 'sid=s3cr3t', 'x-auth-token': 's3cr3t', etag: 's' }
  for (const secrets of [[], ['other-secret']])
    expect(createRedactor(secrets).data({ headers })).toEqual({
      headers: { 'set-cookie': '[set-cookie]', 'x-auth-token': '[x-auth-token]', etag: 's' },
    })
})

test('takes a secret out of a number', () => {
  const { data } = createRedactor(['983456789012'])
  expect(data({ made: [7, 983456789012n], body: '{"id":983456789012}' })).toEqual({
    made: [7, '[secret]'],
    body: '{"id":[secret]}',
  })
})

test('leaves what has no secret: lists of numbers, hex, prose', () => {
  const { text } = createRedactor(['tokZq7xW9vK3mPfA2', 'hunter22', '983456789012'])
  const ordinary = [
    JSON.stringify(Array.from({ length: 400 }, (_, index) => index)),
    Array.from({ length: 400 }, (_, index) => index.toString(16).padStart(4, '0')).join(' '),
    'The token of a hunter is not told here: 22 times, 1234 and 56 of 789.\n'.repeat(50),
    'Ein Ständchen für café-Gäste … 😀❤️ 日本語のテキスト',
  ].join('\n')
  expect(text(ordinary)).toBe(ordinary)
})

test('takes secrets out of any error, also one whose message cannot be assigned', async () => {
  for (const make of [(text: string) => new Error(text), (text: string) => new DOMException(text)])
    await expect(
      withoutSecrets({ headers: { Authorization: 'Bearer tok-abc' } }, () =>
        Promise.reject(make('tok-abc is unknown')),
      ),
    ).rejects.toThrow('[secret] is unknown')
})
