import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VerifyOptions } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { startProvider } from '../provider-set/start.ts'
import { atDistance } from '../support/distance.ts'

// How many requests a verification takes and how long, here and where every request takes 150 ms.

const modes: Readonly<Record<string, Omit<VerifyOptions, 'url'>>> = {
  'document only, no sequences': { documentOnly: true, budget: 0 },
  'no sequences': { budget: 0 },
  'the whole run': {},
}
const distances = process.argv.includes('--quick') ? [150] : [0, 150]
const ledgerFolder = await mkdtemp(join(tmpdir(), 'posts-understudy-distance-'))
for (const distance of distances) {
  for (const [name, options] of Object.entries(modes)) {
    const provider = await startProvider()
    const far = await atDistance(provider.url, distance)
    const { verdict, requests, duration, leftovers } = await verifyProvider({
      ...options,
      url: far.url,
      ledgerFolder,
      seed: 1,
    })
    await far.close()
    await provider.close()
    const seconds = (duration / 1000).toFixed(1)
    process.stdout.write(
      `${distance} ms away, ${name}: ${requests} requests, ${seconds} s, ${verdict}, ${leftovers.length} left\n`,
    )
  }
}
await rm(ledgerFolder, { recursive: true })
