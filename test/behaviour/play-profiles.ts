import fc from 'fast-check'
import { expect } from 'vitest'
import { arbitraryProfile, seed } from '../support/arbitrary-profile.ts'
import { compactCases } from './cases.ts'
import type { Host } from './hosts/host.ts'
import { begin, playCase } from './play.ts'
import { reasonToSkip } from './suite.ts'

/** Plays the compact suite under random profiles; a failure prints the seed and the profile. */
export async function playRandomProfiles(host: Host, numRuns: number): Promise<void> {
  const meant = compactCases.filter((played) => reasonToSkip(host, played) === undefined)
  await fc.assert(
    fc.asyncProperty(arbitraryProfile, async (profile) => {
      const adapter = await host.open(profile)
      try {
        const play = await begin(adapter)
        const complaints: string[] = []
        for (const played of meant)
          for (const complaint of await playCase(played, play))
            complaints.push(`${played.fact}: ${complaint}`)
        expect(complaints).toEqual([])
      } finally {
        await adapter.close()
      }
    }),
    { seed, numRuns, endOnFailure: true },
  )
}
