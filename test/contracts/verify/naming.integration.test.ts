import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { updatedBaseline, withBaseline } from '../../../contracts/verify/baseline.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { faults } from '../../provider-set/faults.ts'
import { startProvider } from '../../provider-set/start.ts'

const ledgerFolder = await mkdtemp(join(tmpdir(), 'understudy-naming-'))
afterAll(() => rm(ledgerFolder, { recursive: true, force: true }))

async function verify(name: string, options = {}) {
  const fault = faults.find((each) => each.name === name)
  const { url, close } = await startProvider(fault?.change)
  try {
    return await verifyProvider({ url, documentOnly: true, ledgerFolder, budget: 0, settle: 300, ...options })
  } finally {
    await close()
  }
}

/** A view that a write spoils, and posts that are gone when they are written. */
test.concurrent.each([
  ['replace-unlists', 'replace.whole'],
  ['delete-takes-the-oldest', 'others.untouched'],
] as const)('%s is named by %s alone', async (name, clause) => {
  const { clauses } = await verify(name)
  expect(clauses.flatMap((each) => (each.verdict === 'broken' ? [each.clause] : []))).toEqual([clause])
})

test('what a baseline of a faulty provider accepts, a run with another seed does not call new', async () => {
  const sequences = { budget: 20_000, runs: 2 }
  const runs = [1, 2].map((seed) => verify('list-newest-only', { ...sequences, seed }))
  const [first, again] = (await Promise.all(runs)) as [VerifyResult, VerifyResult]
  expect(first.exitCode).toBe(1)
  expect(withBaseline(again, updatedBaseline(first, undefined), '2026-11-22')).toMatchObject({ exitCode: 0 })
})
