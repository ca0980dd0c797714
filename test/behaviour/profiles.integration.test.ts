import { test } from 'vitest'
import { isFull } from '../support/full.ts'
import { coreHost } from './hosts/core.ts'
import { fetchHost } from './hosts/fetch.ts'
import { runRandomProfiles } from './run-profiles.ts'

const count = isFull ? 200 : 25
const byFetch = isFull ? 10 : 3

// The other ways of reaching the mock: behaviour.integration.test.ts.
test(`behaves as each of ${count} random profiles says`, () => runRandomProfiles(coreHost, count))

test(
  `behaves as each of ${byFetch} random profiles says through mock.fetch`,
  () => runRandomProfiles(fetchHost, byFetch),
  120_000,
)
