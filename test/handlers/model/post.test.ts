import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PostId,
  parsePostId,
  postFieldsSchema,
  postIdSchema,
  postSchema,
  toPostId,
} from '../../../handlers/model/post.ts'

const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n
const int64 = fc.bigInt({ min: lowest, max: highest })
const edges = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n].flatMap((power) =>
  [power, -power].flatMap((edge) => [edge - 2n, edge - 1n, edge, edge + 1n, edge + 2n]),
)
const inside = edges.filter((value) => value >= lowest && value <= highest)
const outside = edges.filter((value) => value < lowest || value > highest)

/** An int64 in its one form, by the rule of the type's comment and not by the code. */
function exact(value: bigint): PostId {
  const magnitude = value < 0n ? -value : value
  return magnitude < 2n ** 53n ? Number(value) : value
}

test.each(inside)('reads the path id %s without loss', (value) => {
  expect(parsePostId(`${value}`)).toEqual({ id: exact(value) })
})

test.each(outside)('finds the path id %s out of range', (value) => {
  expect(parsePostId(`${value}`)).toEqual({ fault: 'out-of-range' })
})

test.each([
  ...['', ' ', '7 ', ' 7', '\t7', '7\n', '07', '007', '-07', '00', '-0', '+7', '--7', '-', '7.0', '.7', '7.'],
  ...['1e3', '1E3', '0x7', '0b1', '1_000', '1,000', '7n', 'NaN', 'Infinity', 'null', 'abc', '7a', 'a7', '７'],
  ...['٧', '۷', '७', '𝟟', '7\u0000', '\ufeff7', '\u22127', '7\u200b', '1/2', '%37', '7%20'],
])('finds the path id %j malformed', (text) => {
  expect(parsePostId(text)).toEqual({ fault: 'malformed' })
})

test('reads every int64 from its decimal text', () => {
  fc.assert(
    fc.property(int64, (value) => {
      expect(parsePostId(`${value}`)).toEqual({ id: exact(value) })
    }),
  )
})

test('reads an id only from the text that the id is written as', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[+-]?\d{1,25}$/),
    fc.stringMatching(/^[-\d.eE_ ]+$/),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parsePostId(text)
      if ('id' in parsed) expect(`${parsed.id}`).toBe(text)
    }),
  )
})

test('brings a number and a bigint of one value into one form', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(toPostId(value)).toBe(value + 0)
      expect(toPostId(BigInt(value))).toBe(value + 0)
    }),
  )
})

test.each([
  ...[...outside, 7.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 1e300, '7', '', null],
  ...[undefined, true, [], [7], {}, { id: 7 }, Symbol('7'), () => 7, new Date(7), Object(7)],
])('takes %s for no id', (value) => {
  expect(toPostId(value)).toBeUndefined()
})

test('accepts in a schema what is an id in its one form, and nothing else', () => {
  for (const value of inside) expect(postIdSchema.safeParse(exact(value)).success).toBe(true)
  for (const value of [...outside, 7n, 7.5, 2 ** 53, '7', null])
    expect(postIdSchema.safeParse(value).success).toBe(false)
})

test('accepts a post with further fields and refuses one without its three', () => {
  expect(postSchema.safeParse({ id: 7, title: '', content: '', likes: 3 }).success).toBe(true)
  for (const post of [
    { title: '', content: '' },
    { id: 7, title: '' },
    { id: 7, title: 1, content: '' },
    { id: '7', title: '', content: '' },
    null,
    [],
  ])
    expect(postSchema.safeParse(post).success).toBe(false)
})

test('validates post fields as Standard Schema does', async () => {
  const { validate } = postFieldsSchema['~standard']
  expect(await validate({ title: 'a', content: 'b' })).toEqual({ value: { title: 'a', content: 'b' } })
  expect(await validate({ title: 'a' })).toHaveProperty('issues')
})
