import { test } from 'vitest'
import { presets } from '../src/presets.ts'
import { fetchStage } from './behaviour/adapters/fetch.ts'
import { mswFetchStage, mswHttpStage } from './behaviour/adapters/msw.ts'
import { serverStage } from './behaviour/adapters/server.ts'
import { playRandomProfiles } from './behaviour/play-profiles.ts'
import { describeBehaviour } from './behaviour/suite.ts'

const { default: _default, ...otherPresets } = presets

/** How many random profiles are played; PROFILES=200 plays all of them everywhere, for some minutes. */
const profiles = Number(process.env.PROFILES ?? 3)

describeBehaviour(mswFetchStage, otherPresets)
describeBehaviour(mswHttpStage, { default: {} })
describeBehaviour(serverStage, otherPresets)

test.each([fetchStage, serverStage, mswFetchStage, mswHttpStage])(
  `behaves as each of ${profiles} random profiles says through $name`,
  (stage) => playRandomProfiles(stage, profiles),
  600_000,
)
