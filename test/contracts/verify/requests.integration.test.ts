import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Progress } from '../../../contracts/run/provider-session.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { realClock } from '../../../contracts/wire/clock.ts'
import { startProvider } from '../../provider-set/start.ts'

const progress: string[] = []
let result: VerifyResult

beforeAll(async () => {
  const { url, close } = await startProvider((_provider, correct) => ({
    all: () => correct.all().slice(0, 100),
  }))
  // However busy the machine is, the provider is near.
  const clock = { ...realClock, now: () => 0 }
  const ledgerFolder = await mkdtemp(join(tmpdir(), 'posts-understudy-ledger-'))
  const onProgress = ({ done, total, key }: Progress) => void progress.push(`${done}/${total} ${key}`)
  const usual = { budget: 0, settle: 200 }
  result = await verifyProvider({ url, ledgerFolder, clock, onProgress, ...usual })
  await close()
  await rm(ledgerFolder, { recursive: true, force: true })
})

test('a list that ends after 100 posts is found without sequences', () => {
  expect(result.clauses.flatMap(({ clause, verdict }) => (verdict === 'broken' ? clause : []))).toEqual([
    'list.all',
  ])
})

test('progress counts the examples, and then the sequences', () => {
  expect(progress.at(0)).toMatch(/^0\/\d+ the first posts$/)
  expect(progress.at(-1)).toMatch(/^\d+\/\d+ (sequences|a sequence failed; shrinking it)$/)
})
