import { expect, test } from 'vitest'
import { seed } from '../support/arbitrary-profile.ts'
import { isFull } from '../support/full.ts'
import { fuzzCore } from './fuzz-core.ts'

test('answers random requests as the document and their profiles say', async () => {
  const found: string[] = []
  for (let round = 0; round < (isFull ? 400 : 12); round++) found.push(...(await fuzzCore(seed, round)))
  expect(found).toEqual([])
})
