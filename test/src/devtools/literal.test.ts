import { expect, test } from 'vitest'
import { literal } from '../../../src/devtools/as-test.ts'

test.each(['a\u009b31m', '\u202egnp.txt', 'zero\u200bwidth', "it's\u2028"])(
  'writes out what nobody sees in %j, wherever it stands',
  (text) => {
    for (const written of [literal(text), literal({ [text]: text }), literal([text])])
      expect(written).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(literal(text))).toBe(text)
  },
)
