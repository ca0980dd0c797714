import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import type { VerifyOptions } from '../../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { faults } from '../../provider-set/faults.ts'
import { startProvider } from '../../provider-set/start.ts'
import type { Variation } from '../../provider-set/variation.ts'
import { variations } from '../../provider-set/variations.ts'
import { isFull } from '../../support/full.ts'

/** Every 100th provider of the set, and some that were once judged wrongly; all in a full run. */
const every = isFull ? 1 : 100
const always = ['deletes-lag', 'read-stale-once', 'replace-unbrackets-title', 'content-of-30']
const ledgerFolder = await mkdtemp(join(tmpdir(), 'understudy-set-'))
afterAll(() => rm(ledgerFolder, { recursive: true, force: true }))

/** What the contract does not catch, with the reason. */
const notCaught: Readonly<Record<string, string>> = {
  'delete-zero-wipes': 'Nobody sends a delete of id 0 to a deployed provider to see whether it deletes all.',
  'read-stale-once': 'A read that is old once, however late, is what a replica answers.',
}

test('a run ends where the first read after a replace is old, however late it comes', async () => {
  const [fault] = faults.filter(({ name }) => name === 'read-stale-once')
  expect((await verify(fault ?? { change: () => ({}) }, { settle: 100 })).failureReason).toBeUndefined()
}, 120_000)

function sample<Member extends { readonly name: string }>(members: readonly Member[]): readonly Member[] {
  return members.filter(
    ({ name }, at) => (at % every === 0 || always.includes(name)) && notCaught[name] === undefined,
  )
}

async function verify(
  { change, headers = {} }: Pick<Variation, 'change' | 'headers'>,
  options: Partial<VerifyOptions> = {},
): Promise<VerifyResult> {
  const { url, close } = await startProvider(change)
  try {
    return await verifyProvider({
      url,
      ledgerFolder,
      settle: 500,
      budget: 0,
      timeout: 10_000,
      headers,
      ...options,
    })
  } finally {
    await close()
  }
}

/** The first of a sample is below, beside the default profile too. */
test.concurrent.each(sample(variations).slice(isFull ? 0 : 1))(
  '$name, a variation of $choice, is held',
  async (variation) => {
    const { verdict, clauses, failureReason } = await verify(variation)
    expect(clauses.flatMap(({ findings }) => findings)).toEqual([])
    expect({ verdict, failureReason }).toEqual({ verdict: 'held', failureReason: undefined })
  },
)

test.concurrent.each(sample(faults.filter(({ arguable }) => arguable === undefined)))(
  '$name, which breaks $clause, is caught',
  async (fault) => {
    expect((await verify(fault)).verdict).toBe('broken')
  },
)

test.concurrent.each(sample(variations).slice(0, isFull ? undefined : 1))(
  '$name breaks nothing beside the default profile',
  async (variation) => {
    const { clauses, failureReason } = await verify(variation, { profile: 'default' })
    expect(clauses.flatMap(({ findings }) => findings)).toEqual([])
    expect(failureReason).toBeUndefined()
  },
)
