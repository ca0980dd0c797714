import { expect, test } from 'vitest'
import { examples } from '../../../contracts/scenarios/examples.ts'

test('what a service has to take is in ASCII, and links to nothing: it may refuse all else', () => {
  const demanded = examples.filter(({ permits }) => permits === 'success')
  // Escapes are read first: what a service sees counts.
  const texts = demanded.map(({ key, request: { body = '' } }) => {
    const fields = typeof body === 'string' && body !== '' ? JSON.parse(body) : body
    return `${key} ${JSON.stringify(fields)}`
  })
  expect(texts.filter((text) => !/^[\0-\x7f]*$/.test(text) || /https?:/.test(text))).toEqual([])
  expect(texts.length).toBeGreaterThan(5)
})
