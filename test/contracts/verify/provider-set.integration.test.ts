import { expect, test } from 'vitest'
import { faults } from '../../provider-set/faults.ts'
import { sequenceFaults } from '../../provider-set/sequence-faults.ts'
import { variations } from '../../provider-set/variations.ts'
import { instant } from '../../support/distant-clock.ts'
import { isFull, sampled } from '../../support/full.ts'
import { verifyAt } from '../../support/verify-at.ts'

/** Every 100th provider of the set, and some that were once judged wrongly; all in a full run. */
const every = isFull ? 1 : 100
const always = ['deletes-lag', 'read-stale-once', 'replace-unbrackets-title', 'content-of-30', 'read-copies']
const usual = { settle: 500, timeout: 10_000, clock: instant }

/** What `verify` does not find, with the reason. */
const notFound: Readonly<Record<string, string>> = {
  'delete-archives': 'A new post without a mark of the run may be of another client.',
  'delete-again-leaves-a-mark': 'A new post without a mark of the run may be of another client.',
  'delete-zero-wipes': 'A delete of id 0 could remove all posts of a deployed provider.',
}

function sample<Member extends { readonly name: string }>(members: readonly Member[]): readonly Member[] {
  return members.filter(({ name }, at) => (at % every === 0 || always.includes(name)) && !(name in notFound))
}

/** The first of a sample is below, beside the default profile too. */
test.each(sample(variations).slice(isFull ? 0 : 1))(
  '$name, a variation of $of, is held',
  async ({ change, headers = {} }) => {
    const result = await verifyAt(change, { ...usual, headers })
    expect(result).toMatchObject({ findings: [], verdict: 'held' })
  },
)

test.each(sample(faults.filter(({ arguable }) => arguable === undefined)))(
  '$name, which breaks $of, is caught',
  async ({ change }) => {
    expect((await verifyAt(change, usual)).verdict).toBe('broken')
  },
)

test.each(sample(variations).slice(0, isFull ? undefined : 1))(
  '$name breaks nothing beside the default profile',
  async ({ change, headers = {} }) => {
    const result = await verifyAt(change, { ...usual, headers, profile: 'default' })
    expect(result).toMatchObject({ findings: [], verdict: expect.stringMatching(/held|differs/) })
  },
)

const busy = variations.filter(({ name }) => name.startsWith('strangers-'))

test.each(sampled(busy, 0, 4))(
  'reports no failure where others are at work, $name: requests at once and repeated ones included',
  async ({ change }) => {
    const result = await verifyAt(change, { budget: 1, seed: 7, settle: 300 })
    expect(result).toMatchObject({ findings: [], verdict: 'held', exitCode: 0, sequences: {} })
  },
)

test('no name stands for two providers', () => {
  const names = [...faults, ...sequenceFaults, ...variations].map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
