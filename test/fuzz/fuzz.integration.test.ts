import { expect, test } from 'vitest'
import { seed } from '../support/arbitrary-profile.ts'
import { fuzzCore, roundLength } from './fuzz-core.ts'
import { fuzzSocket } from './fuzz-socket.ts'

const rounds = (requests: number) => Array.from({ length: requests / roundLength }, (_, round) => round)

// More of both: node test/fuzz/main.ts --requests 100000
test('answers 3,000 random requests as the document and their profiles say', async () => {
  const found: string[] = []
  for (const round of rounds(3000)) found.push(...(await fuzzCore(seed, round)))
  expect(found).toEqual([])
})

test('answers 500 pieces of HTTP and of garbage on a socket with HTTP', async () => {
  const found: string[] = []
  for (const round of rounds(500)) found.push(...(await fuzzSocket(seed, round)))
  expect(found).toEqual([])
})
