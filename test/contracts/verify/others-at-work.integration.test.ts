import { expect, test } from 'vitest'
import { variations } from '../../provider-set/variations.ts'
import { sampled } from '../../support/full.ts'
import { verifyAt } from '../../support/verify-at.ts'

const busy = variations.filter(({ name }) => name.startsWith('strangers-'))

test.each(sampled(busy, 0, 4))(
  'reports no failure where $name: requests at once and repeated ones included',
  async ({ change }) => {
    const result = await verifyAt(change, { budget: 1, seed: 7, settle: 300 })
    expect(result).toMatchObject({ findings: [], verdict: 'held', exitCode: 0, sequences: {} })
  },
)
