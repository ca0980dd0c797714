import { expect, test } from 'vitest'
import { startProvider } from '../../provider-set/start.ts'
import { variations } from '../../provider-set/variations.ts'
import { ledgerFolder } from '../../support/calibrate/calibrate.ts'
import { calibrateThenVerify } from '../../support/calibrate/calibrate-then-verify.ts'
import { sampled } from '../../support/full.ts'

/** One of each kind of answer; all of the set: `node test/bench/provider-set.ts --judge calibrate`. */
const kinds = [
  'replace-missing-before-fields',
  'needs-token-to-write',
  'create-message',
  'delete-303',
  'replace-by-turns',
]

test.each(sampled(kinds, 0))('what was read off %s is not held against it', async (name) => {
  const { change, headers = {} } = variations.find((each) => each.name === name) ?? {}
  const { url, close } = await startProvider(change)
  try {
    expect(
      await calibrateThenVerify({
        url,
        headers,
        ledgerFolder,
        settle: 300,
        budget: 1,
      }),
    ).toEqual([])
  } finally {
    await close()
  }
})
