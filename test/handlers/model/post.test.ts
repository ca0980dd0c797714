import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PostId, parsePostId, postIdSchema, postSchema, toPostId } from '../../../handlers/model/post.ts'

const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n
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

test('every int64 is read from its decimal text, and brought into one form', () => {
  const int64 = fc.oneof(fc.bigInt({ min: lowest, max: highest }), fc.constantFrom(...inside))
  fc.assert(
    fc.property(int64, (value) => {
      expect(parsePostId(`${value}`)).toEqual({ id: exact(value) })
      expect([toPostId(value), toPostId(exact(value))]).toEqual([exact(value), exact(value)])
    }),
  )
  for (const value of outside) expect(parsePostId(`${value}`)).toEqual({ fault: 'out-of-range' })
})

test.each([
  '',
  ' ',
  '7 ',
  '7\n',
  '007',
  '-0',
  '+7',
  '-',
  '7.0',
  '1e3',
  '0x7',
  '7n',
  'abc',
  '７',
  '٧',
  '7\u0000',
])('the path id %j is malformed', (text) => {
  expect(parsePostId(text)).toEqual({ fault: 'malformed' })
})

test.each([...outside, 7.5, Number.NaN, 2 ** 53, 1e300, '7', '', null, undefined, true, [7], Object(7)])(
  '%s is no id',
  (value) => {
    expect(toPostId(value)).toBeUndefined()
    expect(postIdSchema.safeParse(value).success).toBe(false)
  },
)

test('the schema of a post permits further fields, and needs its three', () => {
  expect(postSchema.safeParse({ id: 7, title: '', content: '', likes: 3 }).success).toBe(true)
  expect(postSchema.safeParse({ id: 7n, title: '', content: '' }).success).toBe(false)
  expect(postSchema.safeParse({ id: 7, title: 1, content: '' }).success).toBe(false)
  expect(postSchema.safeParse({ title: '', content: '' }).success).toBe(false)
})
