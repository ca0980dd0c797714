import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depthOf, type JsonValue, parseJson, stringifyJson } from '../../../handlers/model/json.ts'
import { hostileTexts } from '../../support/hostile-texts.ts'

/** Any JSON value as `parseJson` gives it: integers beyond 2^53 are bigints, keys may be `__proto__`. */
const { value: jsonValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.maxSafeInteger(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }),
    fc.bigInt({ min: -(2n ** 80n), max: -(2n ** 53n) }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...hostileTexts),
    fc.array(tie('value')),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '', '0')),
      tie('value'),
    ),
  ),
}))

/** Brings what JSON.parse made of large floats (1e20 is an integer, but not written as one) into one form. */
const written = (value: JsonValue) => stringifyJson(parseJson(stringifyJson(value)))

test('reads back any JSON value that it wrote', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      expect(written(value)).toBe(stringifyJson(value))
    }),
  )
})

test('reads what JSON.parse reads, integers beyond 2^53 aside', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const rounded = JSON.parse(stringifyJson(parseJson(text)))
      expect(rounded).toEqual(JSON.parse(text))
    }),
  )
})

test.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740991', -9007199254740991],
  ['-9007199254740993', -9007199254740993n],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['-9223372036854775808', -(2n ** 63n)],
  ['123456789012345678901234567890', 123456789012345678901234567890n],
  ['1e16', 1e16],
  ['1.0', 1],
  ['0.1234567890123456789', 0.12345678901234568],
  ['-0', -0],
  ['1e400', Number.POSITIVE_INFINITY],
])('reads the number %s as %s, alone and inside', (text, value) => {
  expect(parseJson(text)).toBe(value)
  expect(parseJson(`{"a":[${text}]}`)).toEqual({ a: [value] })
})

test.each(['%', '[%]', '[0,%]', '{"a":%}', ' \t\n\r%\t', '[0, %]', '{"a":\n%}', '["1234567890123456",-%]'])(
  'keeps an integer exact wherever it stands: %j',
  (text) => {
    expect(stringifyJson(parseJson(text.replace('%', '9007199254740993')))).toBe(
      text.replace('%', '9007199254740993').replaceAll(/\s/g, ''),
    )
  },
)

test('leaves digits in texts and keys as they are', () => {
  const text = '{"12345678901234567890":"12345678901234567890","n":12345678901234567890}'
  expect(stringifyJson(parseJson(text))).toBe(text)
})

test.each([
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '01',
    '+1',
    '1.',
    '.1',
    'NaN',
    'Infinity',
  ],
  ...[
    'undefined',
    '"\u0000"',
    '"\n"',
    '"\\x"',
    '"\\u12"',
    '1 2',
    '\ufeff{}',
    '{"a" 1}',
    '[1 2]',
    'nul',
    '0x10',
  ],
  ...['12345678901234567890n', '{"a":12345678901234567890', '01234567890123456789'],
])('refuses %j with a SyntaxError', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})

test('keeps a key named __proto__ as a key', () => {
  for (const number of ['1', '12345678901234567890']) {
    const value = parseJson(`{"__proto__":{"polluted":${number}}}`) as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect('polluted' in value).toBe(false)
  }
})

test('writes every bigint as the integer it is', () => {
  expect(stringifyJson({ id: 2n ** 63n - 1n, list: [-(2n ** 63n)] })).toBe(
    '{"id":9223372036854775807,"list":[-9223372036854775808]}',
  )
})

test.each([
  ['null', 0],
  ['"{[:]}"', 0],
  ['{}', 1],
  ['[]', 1],
  ['{"a":{"b":{"c":[]}},"d":[[]]}', 4],
  ['{"a\\"b":1,"a\\\\":2,"\\\\\\"":[3]}', 2],
  ['{"{":"}","[":"]",":":":","a":"\\"}"}', 1],
  [' { "a" : { "a" : 1 , "a" : 2 } , "b" : "a" } ', 2],
])('sees that %s has the depth %i', (text, depth) => {
  expect(depthOf(text)).toBe(depth)
})

test('sees the depth of any JSON value', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      expect(depthOf(stringifyJson(value))).toBe(levelsOf(value))
    }),
  )
})

function levelsOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf))
}
