import { expect, test } from 'vitest'
import { faults } from '../../provider-set/faults.ts'
import type { Change } from '../../provider-set/provider.ts'
import { sequenceFaults } from '../../provider-set/sequence-faults.ts'
import { near } from '../../support/distant-clock.ts'
import { sampled } from '../../support/full.ts'
import { verifyAt } from '../../support/verify-at.ts'

/** Faults that the set does not have. */
const changes: Readonly<Record<string, Change>> = {
  'fails-after-a-bad-body': (provider, correct) => {
    let isFailing = false
    return {
      route(call) {
        isFailing ||= call.body.toString() === '{"title":'
        return isFailing ? provider.problem(500, 'The transaction is aborted.') : correct.route(call)
      },
    }
  },
  'replace-by-a-rounded-id': (_provider, correct) => ({
    nextId: (input) => correct.nextId(input) + 2n ** 53n + 1n,
    replace: (id, input) => correct.replace(BigInt(Number(id)), input),
  }),
  'ids-by-count': (provider) => {
    for (const id of [1n, 2n, 4n]) provider.posts.set(id, { id, title: 'Theirs', content: 'Written before.' })
    return { nextId: () => BigInt(provider.posts.size + 1) }
  },
  'replace-lists-twice': (_provider, correct) => {
    const replaced = new Set<bigint>()
    return {
      replace(id, input) {
        replaced.add(id)
        return correct.replace(id, input)
      },
      all: () => correct.all().flatMap((post) => (replaced.has(post.id) ? [post, post] : [post])),
    }
  },
}

/** One for each way in which a check gathers facts; what follows from them is in attribution.test.ts. */
const named = [
  ['id-rounded-in-list', 'list.all'],
  ['replace-unlists', 'replace.whole'],
  ['fails-after-a-bad-body', 'list.ok'],
  ['ids-by-count', 'create.assigns-id'],
  ['replace-by-a-rounded-id', 'replace.same-id'],
  ['replace-lists-twice', 'list.all'],
  ['equal-posts-replace-one-another', 'create.not-idempotent'],
  ['missing-remembered', 'read.ok'],
] as const

test.concurrent.each(sampled(named, 0, 1, 2, 3, 4))('%s is named by %s alone', async (name, clause) => {
  const change = changes[name] ?? [...faults, ...sequenceFaults].find((each) => each.name === name)?.change
  // Some faults show to requests one after the other alone.
  expect((await verifyAt(change, { clock: near, settle: 300 })).broken).toEqual([clause])
})
