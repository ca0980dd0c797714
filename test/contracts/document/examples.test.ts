import { expect, test } from 'vitest'
import { examples } from '../../../contracts/document/examples.ts'

test('what a service has to take is in ASCII: it may refuse any other character', () => {
  const demanded = examples.filter(({ permits }) => permits === 'success')
  const texts = demanded.map(({ key, request: { body = '' } }) => `${key} ${JSON.stringify(body)}`)
  expect(texts.filter((text) => !/^[\0-\x7f]*$/.test(text))).toEqual([])
  expect(texts.length).toBeGreaterThan(10)
})
