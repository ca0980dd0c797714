import fc from 'fast-check'
import { expect } from 'vitest'
import { arbitraryProfile, seed } from '../support/arbitrary-profile.ts'
import type { Case } from './case.ts'
import { compactCases } from './cases.ts'
import type { Host } from './hosts/host.ts'
import { begin, runCase } from './run-case.ts'
import { reasonToSkip } from './suite.ts'

/** Runs cases under random profiles, the compact suite unless told otherwise; a failure prints the seed and the profile. */
export async function runRandomProfiles(
  host: Host,
  numRuns: number,
  all: readonly Case[] = compactCases,
): Promise<void> {
  const meant = all.filter((each) => reasonToSkip(host, each) === undefined)
  await fc.assert(
    fc.asyncProperty(arbitraryProfile, async (profile) => {
      const adapter = await host.open(profile)
      try {
        const caseRun = await begin(adapter)
        const complaints: string[] = []
        for (const each of meant)
          for (const complaint of await runCase(each, caseRun)) complaints.push(`${each.fact}: ${complaint}`)
        expect(complaints).toEqual([])
      } finally {
        await adapter.close()
      }
    }),
    { seed, numRuns, endOnFailure: true },
  )
}
