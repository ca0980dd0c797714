import { expect, test } from 'vitest'
import { clip } from '../../../contracts/report/layout.ts'

test.each([40, 41])('cuts a text to at most %i characters, and none of them in half', (length) => {
  const clipped = clip('😀'.repeat(60), length)
  expect(clipped).toMatch(/^(?:😀){7,8}… \(120 characters\)$/u)
  expect(clipped.length).toBeLessThanOrEqual(length)
})

test('shows a control character as an escape, and quotes and backslashes as they are', () => {
  expect(clip('say "a\\b"\u001b[0m', 40)).toBe('say "a\\b"\\u001b[0m')
})
