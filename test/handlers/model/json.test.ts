import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extentOf, type JsonValue, parseJson, stringifyJson } from '../../../handlers/model/json.ts'
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
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '', '0')), tie('value')),
  ),
}))

/** Brings what JSON.parse made of large floats (1e20 is an integer, but not written as one) into one form. */
const written = (value: JsonValue) => stringifyJson(parseJson(stringifyJson(value)))

test('what was written is read back, and its depth is seen', () => {
  const levelsOf = (value: JsonValue): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0
  fc.assert(
    fc.property(jsonValue, (value) => {
      expect(written(value)).toBe(stringifyJson(value))
      expect(extentOf(stringifyJson(value)).depth).toBe(levelsOf(value))
    }),
  )
})
