import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeProfile, type PartialProfile } from '../../handlers/choices/profile.ts'
import type { Case, Reply } from './case.ts'
import { cases } from './cases.ts'
import { coreFor } from './hosts/core.ts'
import type { Adapter, Host } from './hosts/host.ts'
import { type Posts, perform, postsOf } from './run-case.ts'

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

/** Headers that a mock gives a reply; others are those of its host. */
const ours = /^(?:content-type|location|allow|link|vary|access-control-.*)$/

/** Runs a case through a host: each reply, and the posts after it, must be those of the core of the same profile. */
export async function expectAsCore({ steps }: Case, host: Adapter): Promise<void> {
  const core = coreFor(host.profile, host.base)
  for await (const { sent, reply, after } of perform(steps, host)) {
    const expected = await core.send(sent)
    const request = `${sent.method} ${sent.path}`
    expect({ request, ...shown(reply, expected) }).toEqual({ request, ...shown(expected, expected) })
    expect({ request, posts: textOf(after) }).toEqual({ request, posts: textOf(await postsOf(core)) })
  }
}

const textOf = (posts: Posts) => withoutTimes([...posts.values()].join())

function shown({ status, headers, text }: Reply, expected: Reply) {
  const meant = Object.entries(headers).filter(([name]) => ours.test(name) || name in expected.headers)
  return { status, headers: Object.fromEntries(meant), text: withoutTimes(text) }
}

/** A text without its moments, which are those of one mock. */
export function withoutTimes(text: string): string {
  return text.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a time"')
}
