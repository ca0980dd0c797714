import { test } from 'vitest'
import { coreStage } from './behaviour/adapters/core.ts'
import { fetchStage } from './behaviour/adapters/fetch.ts'
import { playRandomProfiles } from './behaviour/play-profiles.ts'

// The other ways of reaching the mock: behaviour.integration.test.ts.
test('behaves as each of 200 random profiles says', () => playRandomProfiles(coreStage, 200), 120_000)

test(
  'behaves as each of 10 random profiles says through mock.fetch',
  () => playRandomProfiles(fetchStage, 10),
  120_000,
)
