import { test } from 'vitest'
import { presets } from '../../handlers/choices/presets.ts'
import { isFull } from '../support/full.ts'
import { compactCases, oneOf } from './cases.ts'
import { fetchHost } from './hosts/fetch.ts'
import { mswFetchHost, mswHttpHost } from './hosts/msw.ts'
import { serverHost } from './hosts/server.ts'
import { runRandomProfiles } from './run-profiles.ts'
import { describeBehaviour } from './suite.ts'

const { default: _default, ...otherPresets } = presets
const { loopback } = presets

/**
 * How many random profiles are run; PROFILES=200 SEED=7 runs as many others. Through MSW 3.0.5 a process has memory
 * for some hundred profiles only: it keeps about 18 KB of every request that it intercepts.
 */
const profiles = Number(process.env.PROFILES ?? 1)

// What differs between presets is run on the core; beside the way there it is the same code, so one of them is enough here.
if (isFull) describeBehaviour(mswFetchHost, otherPresets)
describeBehaviour(mswHttpHost, { default: {} })
describeBehaviour(serverHost, isFull ? otherPresets : { loopback })

/** A part of the cases where MSW is between: it is slow, and behind it the same code answers. */
const hosts = [
  [fetchHost, compactCases],
  [serverHost, compactCases],
  [mswFetchHost, isFull ? compactCases : oneOf(4, 0, compactCases)],
  [mswHttpHost, isFull ? compactCases : oneOf(4, 2, compactCases)],
] as const

test.each(hosts.map(([host, meant]) => ({ name: host.name, host, meant })))(
  `behaves as each of ${profiles} random profiles says through $name`,
  ({ host, meant }) => runRandomProfiles(host, profiles, meant),
  600_000,
)
