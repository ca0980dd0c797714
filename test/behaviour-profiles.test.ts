import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryProfile, seed } from './arbitrary-profile.ts'
import type { Stage } from './behaviour/adapters/adapter.ts'
import { coreStage } from './behaviour/adapters/core.ts'
import { compactCases } from './behaviour/cases.ts'
import { begin, playCase } from './behaviour/play.ts'
import { reasonToSkip } from './behaviour/suite.ts'

const profiles = Number(process.env.PROFILES ?? 200)

test.each([[coreStage, profiles]])(
  'behaves as any profile says',
  async (stage: Stage, numRuns: number) => {
    await fc.assert(
      fc.asyncProperty(arbitraryProfile, async (profile) => {
        const adapter = await stage.open(profile)
        try {
          const play = await begin(adapter)
          const complaints: string[] = []
          for (const played of compactCases) {
            if (reasonToSkip(stage, played)) continue
            const found = await playCase(played, play)
            complaints.push(...found.map((complaint) => `${played.fact}: ${complaint}`))
          }
          expect(complaints).toEqual([])
        } finally {
          await adapter.close()
        }
      }),
      { seed, numRuns },
    )
  },
  120_000,
)
