import { expect, test } from 'vitest'
import { clip } from '../../../contracts/report/text.ts'
import { consoleText } from '../../../contracts/report/text-report.ts'

test.each([40, 41])('cuts a text to at most %i characters, and none of them in half', (length) => {
  const clipped = clip('😀'.repeat(60), length)
  expect(clipped).toMatch(/^(?:😀){19,20}…$/u)
  expect(clipped.length).toBeLessThanOrEqual(length)
})

test('shows a control character as an escape, and quotes and backslashes as they are', () => {
  expect(clip('say "a\\b"\u001b[0m', 40)).toBe('say "a\\b"\\u001b[0m')
})

test('wraps between words; a word that is longer than a line stays whole, and a command too', () => {
  const long = '{"status":"status","title":"title"}'
  const blocks = [
    { kind: 'lines', lines: [{ label: { tone: 'bad', text: '-' }, text: `an answer ${long} of it` }] },
    { kind: 'code', label: 'repeat', code: 'curl -i http://127.0.0.1/v1/posts\ncurl' },
  ] as const
  expect(consoleText([{ blocks: [] }, { heading: 'A heading:', blocks }], { width: 30 })).toBe(
    `\n\nA heading:\n  - an answer\n    ${long}\n    of it\n  repeat curl -i http://127.0.0.1/v1/posts\n         curl\n`,
  )
})
