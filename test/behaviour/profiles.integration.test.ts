import { test } from 'vitest'
import { coreHost } from './hosts/core.ts'
import { fetchHost } from './hosts/fetch.ts'
import { runRandomProfiles } from './run-profiles.ts'

const count = process.env.UNDERSTUDY_FULL === '1' ? 200 : 60

// The other ways of reaching the mock: behaviour.integration.test.ts.
test(`behaves as each of ${count} random profiles says`, () => runRandomProfiles(coreHost, count))

test(
  'behaves as each of 10 random profiles says through mock.fetch',
  () => runRandomProfiles(fetchHost, 10),
  120_000,
)
