import { expect, test } from 'vitest'
import { linearize, type Operation } from '../../../contracts/model/linearizable.ts'

// What orders explain: test/provider-set/sequence-faults/concurrent.ts.

const put = (text: string): Operation<string> => ({ call: 0, return: 100, step: () => [text] })
const read = (shown: string): Operation<string> => ({
  call: 101,
  return: 102,
  step: (state) => (state === shown ? [state] : []),
})

test('a search that would take too long says nothing', () => {
  const puts = (count: number) => Array.from({ length: count }, (_, at) => put(`${at}`))
  expect(linearize(['a'], [...puts(7), read('3')], String)?.states).toEqual(['3'])
  for (const count of [14, 40]) expect(linearize(['a'], puts(count), String)).toBeUndefined()
})
