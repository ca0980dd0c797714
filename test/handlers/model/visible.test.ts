import { expect, test } from 'vitest'
import { visible, visibleJson } from '../../../handlers/model/visible.ts'

const invisible = [
  0x00, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x34f, 0x600, 0x61c, 0x115f, 0x17b4, 0x180e, 0x200b, 0x200d, 0x202e,
  0x2028, 0x2060, 0x2066, 0x2800, 0x3164, 0xd800, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x110bd, 0x1d173,
  0xe0001, 0xe0041, 0xe0100, 0xe01ef,
]

test.each(invisible)('writes the invisible character %i as its code', (code) => {
  const character = String.fromCodePoint(code)
  expect(visible(`a${character}b`)).toBe(`a\\u{${code.toString(16)}}b`)
  const json = visibleJson(JSON.stringify(`a${character}b`))
  expect(json).toMatch(/^[ -~]+$/)
  expect(JSON.parse(json)).toBe(`a${character}b`)
})

test('keeps line feeds, tabs, combining marks, and the variation selector of an emoji', () => {
  const text = 'a\n\tb e\u0301 שָׁלוֹם हिन्दी ❤\ufe0f ⚠\ufe0e 日本'
  expect(visible(text)).toBe(text)
  expect(visible('❤\ufe0f\ufe0f')).toBe('❤\ufe0f\\u{fe0f}')
})
