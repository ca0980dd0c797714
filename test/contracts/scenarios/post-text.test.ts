import { expect, test } from 'vitest'
import { isKept } from '../../../contracts/scenarios/post-text.ts'

test.each(['&#39;', '&#039;', '&#x27;', '&apos;'])('a quote that is escaped as %s is kept', (entity) => {
  expect(isKept(`<it's>`, `&lt;it${entity}s&gt;`)).toBe(true)
})

test.each([
  ['an entity that was sent is another one', '&#x27;', '&#39;'],
  ['an entity that was sent is decoded', '&#x2F;', '/'],
  ['only the quotes are escaped', `<it's>`, '<it&#39;s>'],
])('a text is not kept where %s', (_case, sent, kept) => {
  expect(isKept(sent, kept)).toBe(false)
})
