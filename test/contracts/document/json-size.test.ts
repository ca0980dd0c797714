import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureJson } from '../../../contracts/document/json-size.ts'

const endless = Number.POSITIVE_INFINITY
const boundless = { depth: endless, values: endless, widest: endless, digits: endless, text: endless }
const measure = (value: unknown) => measureJson(Buffer.from(JSON.stringify(value)), boundless)

test('the depth and the widest object of any JSON are measured', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  const widestOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Math.max(Array.isArray(value) ? 0 : Object.keys(value).length, ...Object.values(value).map(widestOf))
      : 0
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const { depth, widest } = measure(value)
      expect(depth).toBe(depthOf(value))
      // An empty object counts as one member.
      expect(Math.max(widest, 1)).toBe(Math.max(widestOf(value), 1))
    }),
  )
})

test('a text is as long as it likes, whatever stands in it', () => {
  expect(measure(['[{,\\"'.repeat(100), `${'x'.repeat(60)}\\`, '"'])).toMatchObject({ depth: 1, values: 3 })
})

test('the longest text is measured in bytes, with its quotes', () => {
  expect(measure(['a', { b: 'äöü'.repeat(50) }])).toMatchObject({ text: 302 })
})

test('what stands before the end of a bound is all that is looked at', () => {
  expect(measureJson(Buffer.from('['.repeat(1_000_000)), { ...boundless, depth: 10 }).depth).toBe(11)
})
