import { expect, test } from 'vitest'
import { fit } from '../../../contracts/report/fit.ts'

const megabyte = 1_000_000

test('a result that is short is reported whole', () => {
  const result = { notes: ['one', 'two'], id: 2n ** 60n }
  expect(fit(result, ({ notes, id }) => `${notes} ${id}`)).toBe(`one,two ${2n ** 60n}`)
})

test.each([
  ['one long text', { text: 'x'.repeat(50 * megabyte) }],
  ['many long texts', { findings: Array.from({ length: 300 }, () => ({ body: 'y'.repeat(20_000) })) }],
  ['many short texts', { lines: Array.from({ length: 500_000 }, (_, at) => `line ${at}`) }],
])('a report is at most a megabyte, with %s', (_what, result) => {
  const report = fit(result, (fitting) => JSON.stringify(fitting))
  expect(Buffer.byteLength(report)).toBeLessThanOrEqual(megabyte)
  expect(() => JSON.parse(report)).not.toThrow()
})

test('what is cut says how long it was', () => {
  expect(fit({ text: 'x'.repeat(10_000) }, ({ text }) => text)).toMatch(/^x+… \(10,000 characters\) …x+$/)
})

test('however much is cut, every choice of a result is there', () => {
  const choices = Array.from({ length: 60 }, (_, at) => ({
    choice: `choice-${at}`,
    evidence: Array(50).fill({ body: 'y'.repeat(20_000) }),
  }))
  const report = JSON.parse(fit({ choices }, (fitting) => JSON.stringify(fitting)))
  expect(report.choices.map(({ choice }: { choice: string }) => choice)).toEqual(
    choices.map(({ choice }) => choice),
  )
})
