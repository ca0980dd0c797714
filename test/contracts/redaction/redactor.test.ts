import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from '../../../contracts/redaction/redactor.ts'
import { redactorFor, withoutSecrets } from '../../../contracts/redaction/redactor-for.ts'
import { textReport } from '../../../contracts/report/text-report.ts'
import { encodeWith, encodings, rareEncodings, secrets } from '../../support/encodings.ts'
import { brokenResult } from '../../support/verify-result.ts'

test('takes what is secret out of what a provider repeats, and leaves the rest', () => {
  const { text } = redactorFor({
    urls: ['http://ann:p%40ssw0rd@127.0.0.1/v1'],
    headers: {
      Authorization: 'Bearer tok-abc',
      Cookie: 'sid=c00kie; theme="soft-dark"',
      'X-Tenant': 'posts',
      Accept: 'application/json',
    },
    environment: { https_proxy: 'http://proxy-user:pr0xypass@proxy.example.com:3128' },
  })
  expect(text('Bearer tok-abc, TOK-ABC and c00kie to /posts as application/json for ann')).toBe(
    'Bearer [secret], [secret] and [secret] to /posts as application/json for ann',
  )
  expect(text('p@ssw0rd p%40ssw0rd pr0xypass proxy-user soft-dark')).toBe(
    '[secret] [secret] [secret] [secret] [secret]',
  )
})

test.each([
  ['an API key as user name', 'http://sk_live_1234@127.0.0.1/v1', 'sk_live_1234'],
  ['a key in the query', 'http://127.0.0.1/v1?api_key=abcdef', 'abcdef'],
  ['an address that is none', 'htp:/ann:hunter2@h', 'hunter2'],
  ['a host without a scheme', 'ann:hunter2@example.com/v1', 'hunter2'],
])('knows %s for a secret', (_name, url, secret) => {
  expect(redactorFor({ urls: [url], environment: {} }).text(`it is ${secret}.`)).toBe('it is [secret].')
})

test('takes every secret out, in any encodings one inside another', () => {
  fc.assert(
    fc.property(
      secrets,
      fc.array(fc.constantFrom(...encodings), { maxLength: 3 }),
      fc.string(),
      fc.string(),
      fc.infiniteStream(fc.nat()),
      (secret, names, before, after, draws) => {
        const encoded = encodeWith(names, secret, () => draws.next().value)
        const left = createRedactor([secret]).text(`${before} ${encoded} ${after}`)
        expect(left).toContain('[secret]')
        const part = encoded.slice(2, -4)
        if (!'[secret]'.includes(part)) expect(left).not.toContain(part)
      },
    ),
    { numRuns: 100 },
  )
})

const tokens = fc
  .shuffledSubarray([...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789'], {
    minLength: 16,
    maxLength: 40,
  })
  .map((characters) => characters.join(''))
/** What is in pieces is not decoded again. */
const isInPieces = /Unicode names|elements|fields/

test.each(Object.entries(rareEncodings))('takes a secret out that is written as %s', (name, encode) => {
  fc.assert(
    fc.property(tokens, fc.constantFrom('plain', 'base64', 'hex'), (secret, inner) => {
      const encoded = encode(encodeWith(isInPieces.test(name) ? [] : [inner], secret, () => 1))
      const { text } = createRedactor([secret])
      for (const message of [encoded, JSON.stringify({ error: 'no', message: encoded })])
        expect(text(message)).toContain('[secret]')
      expect(text(encoded)).not.toContain(encoded.slice(encoded.length / 4, (3 * encoded.length) / 4))
    }),
    { numRuns: 25 },
  )
})

test('takes a secret out that is base64 four times', () => {
  const encoded = encodeWith(['base64', 'base64', 'base64', 'base64'], 'tokZq7xW9vK3mPfA2', () => 1)
  expect(createRedactor(['tokZq7xW9vK3mPfA2']).text(`it is ${encoded}`)).toMatch(
    /^it is \S{0,4}\[secret\]\S{0,4}$/,
  )
})

test.each([
  ['with blanks', (text: string) => [...text].join(' ')],
  ['with dashes', (text: string) => [...text].join('-')],
  ['with NUL, as UTF-16', (text: string) => [...text].join('\0')],
  ['with soft hyphens', (text: string) => [...text].join('\u00ad')],
  ['with escaped characters that nobody sees', (text: string) => [...text].join('\\u200b')],
  ['over several lines', (text: string) => text.replace(/.{5}/g, '$&\n')],
  ['from the back to the front', (text: string) => [...text].reverse().join('')],
  [
    'with letters of full width',
    (text: string) => text.replace(/./g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
  ],
])('takes a secret out that is spelt out %s', (_name, spell) => {
  const { text } = createRedactor(['S3cr+t/Tok=n~Zq9', 'short'])
  expect(text(`it is ${spell('S3cr+t/Tok=n~Zq9')} of sho rtage`)).toMatch(
    /^it is \S{0,2}\[secret\]\S{0,5} of sho rtage$/,
  )
})

test('takes a secret out where a text is cut off in it', () => {
  const { text } = createRedactor(['s3cret', 'a-long-token-of-forty-characters-1234567'])
  expect(text('Bearer s3cre… (300 characters)')).toBe('Bearer [secret]… (300 characters)')
  expect(text('… (20 characters) …cret')).toBe('… (20 characters) …[secret]')
  expect(text('Bearer s3c… (300 characters)')).toBe('Bearer [secret]… (300 characters)')
  expect(text('Bearer a-lon… (300 characters) …4567')).toBe('Bearer [secret]… (300 characters) …[secret]')
  expect(text('a%2Dlong%2… (300 characters)')).toBe('[secret]%2… (300 characters)')
  expect(text(`${Buffer.from('the a-long-to').toString('base64')}… (9 characters)`)).toMatch(
    /^.{5}\[secret\]=*… \(9 characters\)$/,
  )
  expect(text('a-long-token-of-for')).toBe('[secret]')
  expect(text('-characters-1234567')).toBe('[secret]')
})

test('takes a secret of fewer than four characters out where it is a word', () => {
  expect(createRedactor(['pw']).text('"password":"pw" goes upward')).toBe('"password":"[secret]" goes upward')
})

test('leaves the address of the provider alone where a secret has a part of it', () => {
  const { text } = redactorFor({
    urls: ['https://staging.example.com/v1'],
    headers: { Cookie: 'back=https://staging.example.com/v1/login?nonce=zyxwvuts' },
    environment: {},
  })
  expect(text('HELD  https://staging.example.com/v1')).toBe('HELD  https://staging.example.com/v1')
  expect(text('at /v1/login?nonce=zyxwvuts')).toBe('at [secret]')
})

test('puts a mark that has no secret in it', () => {
  const { text } = createRedactor(['secret'])
  expect(text('the secret')).toBe('the […]')
  expect(text(text('the secret'))).toBe('the […]')
})

test('goes through data: texts, names of members, and long numbers', () => {
  const { data } = createRedactor(['s3cret', '123456789012'])
  expect(data({ s3cret: ['a s3cret', 7, null, undefined], n: 123456789012n })).toEqual({
    '[secret]': ['a [secret]', 7, null, undefined],
    n: '[secret]',
  })
})

test('finds a secret of byte codes in data', () => {
  const { data } = createRedactor(['tokZq7xW9vK3'])
  expect(data({ codes: [...Buffer.from('tokZq7xW9vK3')], ids: [1, 2, 3] })).toEqual({
    codes: '[secret]',
    ids: [1, 2, 3],
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

test('searches outputs of any length, and blanks only a line that takes too long to search', () => {
  const { text } = createRedactor(['tokZq7xW9vK3mPfA2'])
  const left = { title: 'pu-a-00001', path: '/posts/4', curl: 'curl -X DELETE x/posts/4' }
  const report = textReport({ ...brokenResult('replace.whole'), leftovers: [left] })
  const leak = 'The service shows tokZq7xW9vK3mPfA2, and then something else.\n'
  const redacted = leak.replace('tokZq7xW9vK3mPfA2', '[secret]')
  const prose = 'an ordinary line of a report, with words\n'.repeat(3000)
  expect(text(`${prose}${report}${leak}`)).toBe(`${prose}${report}${redacted}`)
  const costly = `LONG %${'25'.repeat(20_000)}`
  expect(text(`${leak}${costly}\n${report}`)).toBe(`${redacted}[secret]\n${report}`)
})

test('answers in bounded time for a text that encodes itself again and again', () => {
  const nested = Array.from({ length: 4 }).reduce<string>(
    (text) => Buffer.from(text).toString('base64'),
    'x'.repeat(15_000),
  )
  const started = performance.now()
  for (const text of [
    nested,
    '%25'.repeat(20_000),
    '\\\\'.repeat(20_000),
    '=3D'.repeat(20_000),
    'ab'.repeat(30_000),
    '…'.repeat(20_000),
  ])
    createRedactor(['s3cret', 'another-secret']).text(text)
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('takes secrets out of any error, also one whose message cannot be assigned', async () => {
  for (const make of [(text: string) => new Error(text), (text: string) => new DOMException(text)])
    await expect(
      withoutSecrets({ headers: { Authorization: 'Bearer tok-abc' } }, () =>
        Promise.reject(make('tok-abc is unknown')),
      ),
    ).rejects.toThrow('[secret] is unknown')
})
