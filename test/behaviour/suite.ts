import { afterAll, beforeAll, describe, test } from 'vitest'
import { completeProfile, type PartialProfile } from '../../handlers/choices/profile.ts'
import type { Case } from './case.ts'
import { cases } from './cases.ts'
import type { Adapter, Host } from './hosts/host.ts'
import { expectAsCore } from './same-as-core.ts'

/** Why a host cannot run a case; undefined where it can. */
export function reasonToSkip({ skips }: Host, { needs = [] }: Case): string | undefined {
  return needs.map((need) => skips[need]).find((reason) => reason !== undefined)
}

/** The suite: every case through one way of reaching the mock, as the core answers it, by default unless told otherwise. */
export function describeBehaviour(
  host: Host,
  meant: readonly Case[] = cases,
  profiles: Readonly<Record<string, PartialProfile>> = { default: {} },
): void {
  describe.each(Object.entries(profiles))(`${host.name}, profile %s`, (_name, partial) => {
    let adapter: Adapter
    beforeAll(async () => {
      adapter = await host.open(completeProfile(partial))
    })
    afterAll(() => adapter?.close())
    for (const each of meant) {
      const reason = reasonToSkip(host, each)
      test(each.fact, (context) => (reason ? context.skip(reason) : expectAsCore(each, adapter)))
    }
  })
}
