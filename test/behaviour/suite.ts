import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '../../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile } from '../../handlers/choices/profile.ts'
import type { Case, Need } from './case.ts'
import { cases } from './cases.ts'
import type { Adapter, Host } from './hosts/host.ts'
import { begin, type CaseRun, runCase } from './run-case.ts'

/** Why a host cannot run a case; undefined where it can. */
export function reasonToSkip({ skips }: Host, { needs = [] }: Case): string | undefined {
  return needs.map((need: Need) => skips[need]).find((reason) => reason !== undefined)
}

/** The suite: every case through one way of reaching the mock, under every preset, unless told otherwise. */
export function describeBehaviour(
  host: Host,
  profiles: Readonly<Record<string, PartialProfile>> = presets,
  meant: readonly Case[] = cases,
): void {
  describe.each(Object.entries(profiles))(`${host.name}, profile %s`, (_name, partial) => {
    let adapter: Adapter
    let caseRun: CaseRun
    beforeAll(async () => {
      adapter = await host.open(completeProfile(partial))
      caseRun = await begin(adapter)
    })
    afterAll(() => adapter?.close())
    for (const each of meant) {
      const reason = reasonToSkip(host, each)
      test(each.fact, async (context) => {
        if (reason) return context.skip(reason)
        expect(await runCase(each, caseRun)).toEqual([])
      })
    }
  })
}
