import { expect, test } from 'vitest'
import { startProvider } from '../../provider-set/start.ts'
import { variations } from '../../provider-set/variations.ts'
import { ledgerFolder } from '../../support/calibrate/calibrate.ts'
import { calibrateThenVerify } from '../../support/calibrate/calibrate-then-verify.ts'

/** One of each kind of answer; all of them: `npm run bench -- --only calibrate`. */
const isFull = process.env.UNDERSTUDY_FULL === '1'
const sample = ['create-message', 'needs-token-to-write', 'delete-303', 'replace-by-turns'].slice(
  0,
  isFull ? 4 : 2,
)

test.each(sample)('what was read off %s is not held against it', async (name) => {
  const { change, headers = {} } = variations.find((each) => each.name === name) ?? {}
  const { url, close } = await startProvider(change)
  try {
    expect(
      await calibrateThenVerify({
        url,
        headers,
        ledgerFolder,
        settle: 300,
        probes: 60,
        runs: 6,
        gentle: true,
      }),
    ).toEqual([])
  } finally {
    await close()
  }
})
