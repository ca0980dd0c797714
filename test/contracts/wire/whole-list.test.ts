import { expect, test } from 'vitest'
import { nextPage } from '../../../contracts/wire/whole-list.ts'

const next = (link: string) => nextPage({ status: 200, headers: { link }, body: '[]' })

test.each([
  ['<https://example.com/v1/posts?page=2>; rel="next"', '/posts?page=2'],
  ['<?page=1>; rel="prev", <?page=3>; rel=next; title="a, b"', '/posts?page=3'],
  ['<?page=1>; rel="prev" , <?page=3>; rel="next"', '/posts?page=3'],
  ['not a link', undefined],
  ['<?ids=1,2>; title="x"; rel="next"', '/posts?ids=1,2'],
  ['<?page=2#top>;rel=NEXT', '/posts?page=2'],
  ['</v1/posts?after=a b\u00e9"\t\u009b>; rel="next"', '/posts?after=a%20b%C3%A9%22%C2%9B'],
  ['<?page=2>; rel="last next"', '/posts?page=2'],
  ['<?page=1>; rel="prev"', undefined],
  ['<?page=2>; rel=next-archive', undefined],
  ['</v1/posts>; rel="next"', undefined],
])('the Link header %s leads on to %s', (link, path) => {
  expect(next(link)).toBe(path)
})
