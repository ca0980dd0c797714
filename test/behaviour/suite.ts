import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '../../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile } from '../../handlers/choices/profile.ts'
import type { Adapter, Stage } from './adapters/adapter.ts'
import type { Case, Need } from './case.ts'
import { cases } from './cases.ts'
import { begin, type Play, playCase } from './play.ts'

/** Why a stage cannot play a case; undefined where it can. */
export function reasonToSkip({ skips }: Stage, { needs = [] }: Case): string | undefined {
  return needs.map((need: Need) => skips[need]).find((reason) => reason !== undefined)
}

/** The suite: every case through one way of reaching the mock, under every preset, unless told otherwise. */
export function describeBehaviour(
  stage: Stage,
  profiles: Readonly<Record<string, PartialProfile>> = presets,
  meant: readonly Case[] = cases,
): void {
  describe.each(Object.entries(profiles))(`${stage.name}, profile %s`, (_name, partial) => {
    let adapter: Adapter
    let play: Play
    beforeAll(async () => {
      adapter = await stage.open(completeProfile(partial))
      play = await begin(adapter)
    })
    afterAll(() => adapter?.close())
    for (const played of meant) {
      const reason = reasonToSkip(stage, played)
      test(played.fact, async (context) => {
        if (reason) return context.skip(reason)
        expect(await playCase(played, play)).toEqual([])
      })
    }
  })
}
