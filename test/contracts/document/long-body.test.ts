import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLongBytes, release, textOfBytes } from '../../../contracts/document/long-body.ts'
import { readBody } from '../../../contracts/document/post-text.ts'
import { isFull } from '../../support/full.ts'

const post = fc.record({
  id: fc.integer(),
  title: fc.oneof(
    fc.string(),
    fc.constant('},{"'),
    fc.constant('a },{'),
    fc.constant('{"id":1},{"id":2}'),
    fc.string({ unit: 'binary' }),
  ),
  tags: fc.option(fc.array(fc.record({ name: fc.string() }), { maxLength: 3 })),
})
const filler = Array.from({ length: 2000 }, (_, id) => ({
  id,
  title: `A title that makes the list long, ${id}`,
}))

test('a long list that changed a little is read as if it were parsed anew', () => {
  fc.assert(
    fc.property(
      fc.array(post, { maxLength: 4 }),
      fc.array(post, { maxLength: 4 }),
      fc.array(post, { maxLength: 4 }),
      fc.constantFrom('front', 'end', 'middle'),
      (start, one, other, where) => {
        const list = (changed: readonly unknown[]) => {
          if (where === 'front') return JSON.stringify([...changed, ...start, ...filler])
          if (where === 'end') return JSON.stringify([...filler, ...start, ...changed])
          return JSON.stringify([...filler, ...changed, ...filler, ...start])
        }
        for (const changed of [one, other, [], one]) {
          const text = list(changed)
          expect(readBody(text)).toEqual(JSON.parse(text))
        }
      },
    ),
    { numRuns: isFull ? 40 : 10 },
  )
})

test.each([
  ['whole', (text: string) => text],
  ['with blanks around', (text: string) => `[ \n${text.slice(1, -1)}\t] \r\n`],
  ['with a comma too many', (text: string) => `${text.slice(0, -1)},]`],
  ['closed twice', (text: string) => `${text}]`],
  ['with something behind', (text: string) => `${text}x`],
  ['cut off', (text: string) => text.slice(0, -1)],
  ['with two items and no comma', (text: string) => `${text.slice(0, -1)} 1]`],
])('a long list of long texts is read as JSON.parse does, %s', (_how, change) => {
  const long = 'A long text. '.repeat(20)
  const texts = [long, `${long}"\\`, `"${long}`, long.slice(1)]
  const items = filler.map(({ id }) => ({ id, title: texts[id % 4], __proto__: 1, content: `${long}${id}` }))
  const text = change(JSON.stringify([...items, null, long, []]))
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {}
  expect(readBody(text)).toEqual(parsed)
})

test('a list that grows at its end keeps the posts that were read before', () => {
  const others = filler.map(({ id }) => ({ id, title: `Nothing that was in a list before, ${id}` }))
  const before = readBody(JSON.stringify(others))
  const after = readBody(JSON.stringify([...others, { id: -1, title: 'new' }]))
  expect(Array.isArray(before) && Array.isArray(after) && after[0] === before[0]).toBe(true)
})

test('a long post that is read in between takes nothing from what is known of the list', () => {
  const list = JSON.stringify(filler)
  const before = readBody(list)
  readBody(JSON.stringify({ id: 1, title: 'long', content: 'x'.repeat(100_000) }))
  expect(readBody(list)).toBe(before)
})

test('a list that came again is the text and the value that came before', () => {
  const bytes = Buffer.from(JSON.stringify(filler))
  const before = readLongBytes(bytes)
  expect(readLongBytes(Buffer.from(bytes))).toBe(before)
})

test('a list with an item that nothing separates from the next is not read as one', () => {
  const text = JSON.stringify(filler)
  readBody(text)
  expect(readBody(text.replace(',{"id":1000,', ' {"id":1000,'))).toBeUndefined()
})

test('the memory of a list that was read is given back, and what the next is compared with stays', () => {
  const long = (last: string) =>
    Buffer.from(JSON.stringify([...filler, { title: 'x'.repeat(1_048_576) }, { title: last }]))
  const [base, one] = [long('base'), long('one')]
  for (const bytes of [base, one]) {
    readLongBytes(bytes)
    release(bytes)
  }
  expect([base.length > 0, one.length]).toEqual([true, 0])
})

test('a list that grew a little is refused where the whole is too much', () => {
  const bounds = {
    most: { depth: 9, values: 6010, widest: 9, digits: 9, text: 99 },
    admit: ({ values }: { readonly values: number }) => {
      if (values > 6010) throw new Error(`${values} values`)
    },
  }
  const list = (count: number) =>
    Buffer.from(
      JSON.stringify([...filler, ...Array.from({ length: count }, (_, id) => ({ id: -id, title: '' }))]),
    )
  expect(() => readLongBytes(list(1), bounds)).not.toThrow()
  expect(() => readLongBytes(list(60), bounds)).toThrow(/values/)
})

test('bytes are decoded in pieces, and no character is cut in two, nor are bytes that are not UTF-8 told otherwise', () => {
  const long = 524_286
  for (const tail of ['é', '€', '😀', 'plain'].map((text) => Buffer.from(text.repeat(3))))
    for (const shift of [0, 1, 2, 3])
      for (const broken of [Buffer.alloc(0), Buffer.alloc(6, 0x80), Buffer.of(0xf0, 0x9f, 0x98)]) {
        const bytes = Buffer.concat([Buffer.alloc(long - shift, 'x'), broken, tail])
        expect(textOfBytes(bytes) === bytes.toString()).toBe(true)
      }
})
